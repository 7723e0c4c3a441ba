#include "store/articles.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "model/article_facts.h"
#include "store/counters.h"
#include "store/entry_json.h"
#include "store/query.h"
#include "store/retention.h"
#include "store/source_folders.h"
#include "store/sources.h"
#include "store/subscriptions.h"

namespace curlew::store {
namespace {

// The order in which read_article() takes them. Content comes where nothing shorter is
// shown: a long one lies on pages of its own.
constexpr std::string_view kSelectArticle =
    "SELECT a.id, a.source_id, coalesce(s.title, ''), coalesce(s.kind, 'feed'),"
    " a.title, coalesce(c.title, ''), a.url, a.author, coalesce(c.author, ''),"
    " a.language, coalesce(p.language, ''), a.category, coalesce(p.category, ''),"
    " a.published, c.published, a.found, a.edited, p.fetched, w.article_id,"
    " coalesce(p.error, w.error, ''), c.type, c.modified,"
    " coalesce(c.canonical_url, ''), coalesce(c.image, ''), coalesce(c.excerpt, ''),"
    " substr(a.summary, 1, 1000),"
    " CASE WHEN a.summary <> '' OR c.excerpt <> '' THEN ''"
    " ELSE substr(a.content, 1, 1000) END"
    " FROM articles a LEFT JOIN sources s ON s.id = a.source_id"
    " LEFT JOIN pages p ON p.article_id = a.id"
    " LEFT JOIN page_contents c ON c.article_id = a.id"
    " LEFT JOIN wanted_pages w ON w.article_id = a.id ";

Result<void> read_article(const Query& query, ArticleRow& row) {
  model::ArticleFacts entry, page;
  model::SourceKind kind{};
  std::optional<model::ArticleId> wanted;
  std::string content;
  TRY(query.read(row.id, row.source, row.source_title, kind, entry.title, page.title,
                 row.url, entry.author, page.author, entry.language, page.language,
                 entry.category, page.category, entry.published, page.published,
                 row.found, row.edited, row.page_fetched, wanted, row.page_error,
                 row.page_type, row.modified, row.canonical_url, row.image, row.excerpt,
                 row.feed_excerpt, content));
  row.page_title = page.title;
  model::ArticleFacts shown =
      model::shown_facts(std::move(entry), std::move(page), kind);
  row.title = std::move(shown.title);
  row.author = std::move(shown.author);
  row.language = std::move(shown.language);
  row.category = std::move(shown.category);
  row.published = shown.published;
  row.is_page_wanted = wanted.has_value();
  if (!row.excerpt.empty()) row.feed_excerpt.clear();
  if (row.feed_excerpt.empty()) row.feed_excerpt = std::move(content);
  return {};
}

Result<std::vector<ArticleRow>> read_articles(Query& query) {
  std::vector<ArticleRow> articles;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return articles;
    TRY(read_article(query, articles.emplace_back()));
  }
}

// In the queries below the inner one sorts ids from an index alone; only the rows shown
// are read.

Result<std::vector<ArticleRow>> newest_of_source(Database& db,
                                                 const ArticleFilter& filter,
                                                 std::size_t limit) {
  if (!filter.since) {
    static const std::string sql =
        std::string(kSelectArticle) +
        "WHERE a.id IN (SELECT id FROM articles WHERE source_id = $1"
        " ORDER BY id DESC LIMIT $2) ORDER BY a.id DESC";
    Query query(db, sql, filter.source, to_limit(limit));
    return read_articles(query);
  }
  static const std::string sql =
      std::string(kSelectArticle) +
      "WHERE a.id IN (SELECT id FROM articles WHERE source_id = $1 AND found >= $2"
      " ORDER BY id DESC LIMIT $3) ORDER BY a.id DESC";
  Query query(db, sql, filter.source, *filter.since, to_limit(limit));
  return read_articles(query);
}

// Of a topic: those that were judged to belong to it, and those that it found itself.
constexpr std::string_view kOfTopic =
    "(b.source_id = {0} OR b.id IN"
    " (SELECT article_id FROM article_topics WHERE source_id = {0}))";

Result<bool> is_topic(Database& db, model::SourceId source) {
  Query query(db, "SELECT 1 FROM topics WHERE source_id = $1", source);
  return query.next();
}

Result<std::vector<ArticleRow>> newest_of_topic(Database& db,
                                                const ArticleFilter& filter,
                                                std::size_t limit) {
  static const std::string sql =
      std::string(kSelectArticle) +
      fmt::format(
          "WHERE a.id IN (SELECT b.id FROM articles b WHERE {} AND b.found >= $2"
          " ORDER BY b.id DESC LIMIT $3) ORDER BY a.id DESC",
          fmt::format(kOfTopic, "$1"));
  Query query(db, sql, filter.source, filter.since.value_or(Time()), to_limit(limit));
  return read_articles(query);
}

Result<std::vector<ArticleRow>> newest_in_folder(Database& db,
                                                 const ArticleFilter& filter,
                                                 std::size_t limit) {
  static const std::string sql =
      std::string(kSelectArticle) +
      fmt::format(
          "WHERE a.id IN (SELECT id FROM articles WHERE source_id IN"
          " (SELECT s.id FROM sources s WHERE {})"
          " AND found >= $2 ORDER BY id DESC LIMIT $3) ORDER BY a.id DESC",
          kInFolderRange);
  Query query(db, sql, filter.folder, filter.since.value_or(Time()), to_limit(limit));
  return read_articles(query);
}

Result<std::vector<ArticleRow>> newest_since(Database& db, Time since,
                                             std::size_t limit) {
  static const std::string sql =
      std::string(kSelectArticle) +
      "WHERE a.id IN (SELECT id FROM articles WHERE found >= $1"
      " ORDER BY found DESC, id DESC LIMIT $2) ORDER BY a.id DESC";
  Query query(db, sql, since, to_limit(limit));
  return read_articles(query);
}

// Chosen among what a user may see: of shared sources, and of those that he subscribes
// to. Tags are lines of their column (article_states.cc): one is looked for with the
// line ends around it.
std::string seen_query(std::string_view narrowed, std::string_view limit) {
  return std::string(kSelectArticle) +
         fmt::format(
             "WHERE a.id IN (SELECT b.id FROM articles b"
             " JOIN sources s ON s.id = b.source_id LEFT JOIN subscriptions t"
             " ON t.user_id = $1 AND t.source_id = b.source_id"
             " LEFT JOIN article_states m ON m.user_id = $1 AND m.article_id = b.id"
             " WHERE b.found >= $2 AND (s.is_shared = 1 OR t.user_id IS NOT NULL)"
             " AND coalesce(m.is_muted, 0) = 0"
             " AND ($3 = 0 OR coalesce(m.is_read, 0) = 0)"
             " AND ($4 = 0 OR m.is_starred = 1)"
             " AND ($5 = '' OR replace('\n' || m.tags || '\n', $5, '')"
             " <> '\n' || m.tags || '\n') {}"
             " ORDER BY b.found DESC, b.id DESC LIMIT {}) ORDER BY a.id DESC",
             narrowed, limit);
}

Result<std::vector<ArticleRow>> newest_seen(Database& db, const ArticleFilter& filter,
                                            std::size_t limit) {
  const Time since = filter.since.value_or(Time());
  const std::int64_t is_unread = filter.is_unread, is_starred = filter.is_starred;
  const std::string tag = filter.tag.empty() ? "" : "\n" + filter.tag + "\n";
  if (filter.source) {
    static const std::string of_source = seen_query("AND b.source_id = $6", "$7");
    static const std::string of_topic =
        seen_query("AND " + fmt::format(kOfTopic, "$6"), "$7");
    TRY_ASSIGN(const bool has_topic, is_topic(db, filter.source));
    Query query(db, has_topic ? of_topic : of_source, filter.user, since, is_unread,
                is_starred, tag, filter.source, to_limit(limit));
    return read_articles(query);
  }
  if (filter.folder.empty()) {
    static const std::string sql = seen_query("", "$6");
    Query query(db, sql, filter.user, since, is_unread, is_starred, tag,
                to_limit(limit));
    return read_articles(query);
  }
  static const std::string sql = seen_query(
      "AND (coalesce(nullif(t.folder, ''), s.folder) = $6 OR substr(coalesce("
      "nullif(t.folder, ''), s.folder), 1, length($6) + 1) = $6 || '/')",
      "$7");
  Query query(db, sql, filter.user, since, is_unread, is_starred, tag, filter.folder,
              to_limit(limit));
  return read_articles(query);
}

// The articles are chosen first, so that what is read is bounded.
std::string delay_query(std::string_view which) {
  return fmt::format(
      "SELECT a.source_id, a.found, s.added, a.published, c.published"
      " FROM articles a JOIN sources s ON s.id = a.source_id"
      " LEFT JOIN page_contents c ON c.article_id = a.id"
      " WHERE {}",
      which);
}

Result<std::vector<DelayRow>> take_delays(Query& query) {
  std::vector<DelayRow> delays;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return delays;
    DelayRow row;
    Time added;
    std::optional<Time> published, on_page;
    TRY(query.read(row.source, row.found, added, published, on_page));
    if (!published) published = on_page;
    if (!published || *published < added || *published > row.found) continue;
    row.delay = row.found - *published;
    delays.push_back(row);
  }
}

// The numbers of a batch's entries as a query takes them: $1 and $2 of pairs().
struct Pairs {
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> numbers;

  void add(model::SourceId source, std::uint64_t number) {
    sources.push_back(source.value);
    numbers.push_back(static_cast<std::int64_t>(number));
  }
};

// Those of `sources` that have a row.
Result<std::vector<model::SourceId>> sources_within(
    Database& db, std::string_view sql, const std::vector<model::SourceId>& sources) {
  std::vector<model::SourceId> found;
  Query query(db, sql, sources);
  while (true) {
    TRY_ASSIGN(const bool is_one, query.next());
    if (!is_one) return found;
    TRY(query.read(found.emplace_back()));
  }
}

}  // namespace

void pack(NewArticle& article) {
  article.categories = categories_json(article.entry->categories);
  article.enclosures = enclosures_json(article.entry->enclosures);
}

const StoredEntry* KnownEntries::find(model::SourceId source, std::uint64_t key) const {
  const auto known = by_key_.find({source, key});
  return known == by_key_.end() ? nullptr : &known->second;
}

// A forgotten entry under the same key is the same item, maybe edited, unless its feed
// uses one guid for everything: then neither address nor title nor date is the same
// (detect::is_edit). Edited, it is no news as long as its source has other articles;
// where all are forgotten, it is: a feed may have one item that is only ever edited.
bool KnownEntries::has_otherwise(const NewArticle& article) const {
  const model::SourceId source = article.source;
  const std::optional<std::uint64_t>& likeness = article.likeness;
  if (likeness && likenesses_.contains({source, *likeness})) return true;
  if (forgotten_.empty()) return false;
  const model::Entry& entry = *article.entry;
  const auto same_key = forgotten_.equal_range({source, article.key});
  return std::any_of(same_key.first, same_key.second, [&](const auto& named) {
    const Forgotten& old = named.second;
    const bool is_same_item = (old.published && old.published == entry.published) ||
                              old.title_mark == mark_of(entry.title) ||
                              old.url_mark == mark_of(entry.link);
    const bool is_edited = old.likeness && likeness && old.likeness != likeness;
    return is_same_item && (!is_edited || with_articles_.contains(source));
  });
}

void KnownEntries::add(model::ArticleId id, const NewArticle& article) {
  by_key_.try_emplace({article.source, article.key},
                      StoredEntry{id, article.likeness, article.entry});
  if (article.likeness) likenesses_.insert({article.source, *article.likeness});
  with_articles_.insert(article.source);
}

// Most articles come with a source's first report: of those there is nothing to know,
// and two questions stand for all.
Result<KnownEntries> Articles::known(std::span<const NewArticle* const> articles) {
  KnownEntries known;
  std::unordered_set<model::SourceId> asked;
  for (const NewArticle* article : articles) asked.insert(article->source);
  const std::vector<model::SourceId> sources(asked.begin(), asked.end());
  TRY_ASSIGN(const auto with_articles,
             sources_within(db_,
                            "SELECT value.value FROM unnest($1) AS value WHERE EXISTS"
                            " (SELECT 1 FROM articles WHERE source_id = value.value)",
                            sources));
  TRY_ASSIGN(const auto with_forgotten,
             sources_within(db_,
                            "SELECT value.value FROM unnest($1) AS value WHERE EXISTS"
                            " (SELECT 1 FROM forgotten_articles"
                            " WHERE source_id = value.value)",
                            sources));
  known.with_articles_.insert(with_articles.begin(), with_articles.end());
  const std::unordered_set<model::SourceId> forgetful(with_forgotten.begin(),
                                                      with_forgotten.end());
  Pairs keys, likenesses, forgotten_keys, forgotten_likenesses;
  for (const NewArticle* article : articles) {
    const auto add = [&](Pairs& by_key, Pairs& by_likeness) {
      by_key.add(article->source, article->key);
      if (!article->likeness) return;
      // An entry may be known by its likeness: its feed gives one key to everything.
      by_key.add(article->source, *article->likeness);
      by_likeness.add(article->source, *article->likeness);
    };
    if (known.with_articles_.contains(article->source)) add(keys, likenesses);
    if (forgetful.contains(article->source)) add(forgotten_keys, forgotten_likenesses);
  }
  TRY(read_keys(keys.sources, keys.numbers, known));
  TRY(read_likenesses("articles", likenesses.sources, likenesses.numbers, known));
  TRY(read_likenesses("forgotten_articles", forgotten_likenesses.sources,
                      forgotten_likenesses.numbers, known));
  TRY(read_forgotten(forgotten_keys.sources, forgotten_keys.numbers, known));
  return known;
}

Result<void> Articles::read_keys(std::span<const std::int64_t> sources,
                                 std::span<const std::int64_t> keys,
                                 KnownEntries& known) {
  if (sources.empty()) return {};
  Query query(db_,
              "SELECT a.source_id, a.key, a.id, a.likeness, a.title, a.url,"
              " a.published FROM pairs($1, $2) AS pair"
              " JOIN articles a ON a.source_id = pair.first AND a.key = pair.second",
              sources, keys);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return {};
    KnownEntries::Name name;
    StoredEntry stored;
    model::Entry& entry = known.read_.emplace_back();
    TRY(query.read(name.source, name.number, stored.article, stored.likeness,
                   entry.title, entry.link, entry.published));
    stored.entry = &entry;
    known.by_key_.emplace(name, stored);
  }
}

Result<void> Articles::read_likenesses(std::string_view table,
                                       std::span<const std::int64_t> sources,
                                       std::span<const std::int64_t> likenesses,
                                       KnownEntries& known) {
  if (sources.empty()) return {};
  const std::string sql = fmt::format(
      "SELECT a.source_id, a.likeness FROM pairs($1, $2) AS pair"
      " JOIN {} a ON a.source_id = pair.first AND a.likeness = pair.second",
      table);
  Query query(db_, sql, sources, likenesses);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return {};
    KnownEntries::Name name;
    TRY(query.read(name.source, name.number));
    known.likenesses_.insert(name);
  }
}

Result<void> Articles::read_forgotten(std::span<const std::int64_t> sources,
                                      std::span<const std::int64_t> keys,
                                      KnownEntries& known) {
  if (sources.empty()) return {};
  Query query(db_,
              "SELECT f.source_id, f.key, f.likeness, f.published, f.title_mark,"
              " f.url_mark FROM pairs($1, $2) AS pair JOIN forgotten_articles f"
              " ON f.source_id = pair.first AND f.key = pair.second",
              sources, keys);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return {};
    KnownEntries::Name name;
    KnownEntries::Forgotten old;
    TRY(query.read(name.source, name.number, old.likeness, old.published,
                   old.title_mark, old.url_mark));
    known.forgotten_.emplace(name, old);
  }
}

Result<model::ArticleId> Articles::last_id() {
  TRY_ASSIGN(const std::int64_t last, read_counter(db_, kArticleIdCounter));
  return model::ArticleId{last};
}

Result<void> Articles::note_inserted(std::int64_t count) {
  TRY(add_to_counter(db_, kArticleIdCounter, count));
  TRY(add_to_counter(db_, kArticlesCounter, count));
  return {};
}

Result<void> Articles::insert(model::ArticleId id, const NewArticle& article) {
  const model::Entry& entry = *article.entry;
  TRY(Query::enqueue(
      db_,
      "INSERT INTO articles (id, source_id, key, found, published, updated,"
      " language, category, title, url, author, entry_id, categories, enclosures,"
      " summary, content, likeness)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
      " $16, $17)",
      id, article.source, article.key, article.found, entry.published, entry.updated,
      article.language, article.category, entry.title, entry.link, entry.author,
      entry.id, article.categories, article.enclosures, entry.summary, entry.content,
      article.likeness));
  if (!article.wants_page) return {};
  return Query::enqueue(db_,
                        "INSERT INTO wanted_pages (article_id, due, tries, error)"
                        " VALUES ($1, $2, 0, '')",
                        id, article.found);
}

Result<void> Articles::edit(model::ArticleId article, const NewArticle& edit) {
  const model::Entry& entry = *edit.entry;
  return Query::enqueue(
      db_,
      "UPDATE articles SET edited = $1, published = $2, updated = $3, language = $4,"
      " category = $5, title = $6, url = $7, author = $8, categories = $9,"
      " enclosures = $10, summary = $11, content = $12, likeness = $13 WHERE id = $14",
      edit.found, entry.published, entry.updated, edit.language, edit.category,
      entry.title, entry.link, entry.author, edit.categories, edit.enclosures,
      entry.summary, entry.content, edit.likeness, article);
}

Result<std::optional<ArticleRow>> Articles::find(model::ArticleId id) {
  static const std::string sql = std::string(kSelectArticle) + "WHERE a.id = $1";
  Query query(db_, sql, id);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<ArticleRow> article;
  if (found) TRY(read_article(query, article.emplace()));
  return article;
}

Result<std::vector<ArticleRow>> Articles::newest(const ArticleFilter& filter,
                                                 std::size_t limit) {
  TRY_ASSIGN(std::vector<ArticleRow> rows, newest_without_topics(filter, limit));
  TRY(add_topics(filter.user, rows));
  return rows;
}

Result<std::vector<ArticleRow>> Articles::rows(
    std::span<const model::ArticleId> articles, model::UserId viewer) {
  TRY_ASSIGN(std::vector<ArticleRow> rows, rows_without_topics(articles));
  TRY(add_topics(viewer, rows));
  return rows;
}

Result<std::vector<ArticleRow>> Articles::rows_without_topics(
    std::span<const model::ArticleId> articles) {
  if (articles.empty()) return std::vector<ArticleRow>();
  static const std::string sql =
      std::string(kSelectArticle) +
      "WHERE a.id IN (SELECT value FROM unnest($1) AS value) ORDER BY a.id DESC";
  Query query(db_, sql, articles);
  return read_articles(query);
}

Result<void> Articles::add_topics(model::UserId viewer, std::vector<ArticleRow>& rows) {
  std::vector<model::ArticleId> ids;
  for (const ArticleRow& row : rows) ids.push_back(row.id);
  if (ids.empty()) return {};
  TRY_ASSIGN(auto topics, Topics(db_).of_articles(ids, viewer));
  if (topics.empty()) return {};
  for (ArticleRow& row : rows) row.topics = std::move(topics[row.id]);
  return {};
}

Result<std::vector<ArticleRow>> Articles::newest_without_topics(
    const ArticleFilter& filter, std::size_t limit) {
  if (filter.user) return newest_seen(db_, filter, limit);
  if (filter.source) {
    TRY_ASSIGN(const bool has_topic, is_topic(db_, filter.source));
    return has_topic ? newest_of_topic(db_, filter, limit)
                     : newest_of_source(db_, filter, limit);
  }
  if (!filter.folder.empty()) return newest_in_folder(db_, filter, limit);
  if (filter.since) return newest_since(db_, *filter.since, limit);
  static const std::string sql =
      std::string(kSelectArticle) + "ORDER BY a.id DESC LIMIT $1";
  Query query(db_, sql, to_limit(limit));
  return read_articles(query);
}

Result<std::vector<DelayRow>> Articles::delays(Time from, Time to,
                                               model::SourceId source,
                                               std::size_t limit,
                                               model::UserId viewer) {
  static const std::string of_all = delay_query(fmt::format(
      "{} AND a.found >= $2 AND a.found < $3 ORDER BY a.found DESC LIMIT $4",
      kVisibleOrAll));
  static const std::string of_one = delay_query(
      "a.id IN (SELECT id FROM articles WHERE source_id = $1 ORDER BY id DESC LIMIT $2)"
      " AND a.found >= $3 AND a.found < $4");
  if (!source) {
    Query query(db_, of_all, viewer, from, to, to_limit(limit));
    return take_delays(query);
  }
  Query query(db_, of_one, source, to_limit(limit), from, to);
  return take_delays(query);
}

Result<std::unordered_map<model::ArticleId, FeedText>> Articles::feed_texts(
    std::span<const model::ArticleId> articles) {
  Query query(db_,
              "SELECT id, coalesce(enclosures, ''), summary, content FROM articles"
              " WHERE id IN (SELECT value FROM unnest($1) AS value)",
              articles);
  std::unordered_map<model::ArticleId, FeedText> texts;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return texts;
    model::ArticleId id;
    FeedText text;
    std::string_view enclosures;
    TRY(query.read(id, enclosures, text.summary, text.content));
    text.enclosures = parse_enclosures(enclosures);
    texts.emplace(id, std::move(text));
  }
}

// From the index of times: the least of the first that were found then, and those of
// its batch that came before it. Not the very first: a terminal may have held it while
// the broker was away, and its number is one of hours later.
Result<model::ArticleId> Articles::first_since(Time time) {
  constexpr std::int64_t kLargestBatch = 10'000;
  model::ArticleId first;
  {
    Query query(db_,
                "SELECT min(id) FROM (SELECT id FROM articles WHERE found >= $1"
                " ORDER BY found LIMIT $2) AS first",
                time, kLargestBatch);
    TRY(query.next());
    std::optional<model::ArticleId> least;
    TRY(query.read(least));
    if (!least) {
      TRY_ASSIGN(const model::ArticleId last, last_id());
      return model::ArticleId{last.value + 1};
    }
    first = *least;
  }
  Query query(db_,
              "SELECT coalesce(min(id), $1) FROM articles WHERE id >= $2 AND id < $1"
              " AND found >= $3",
              first, first.value - kLargestBatch, time);
  TRY(query.next());
  TRY(query.read(first));
  return first;
}

Result<std::unordered_map<model::ArticleId, StoredArticle>> Articles::stored(
    std::span<const model::ArticleId> articles) {
  Query query(db_,
              "SELECT id, source_id, found, published, language, category, title, url,"
              " author, CASE WHEN content = '' THEN summary ELSE content END"
              " FROM articles WHERE id IN (SELECT value FROM unnest($1) AS value)",
              articles);
  std::unordered_map<model::ArticleId, StoredArticle> stored;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return stored;
    model::ArticleId id;
    StoredArticle article;
    TRY(query.read(id, article.source, article.found, article.published,
                   article.language, article.category, article.title, article.url,
                   article.author, article.html));
    stored.emplace(id, std::move(article));
  }
}

Result<FeedText> Articles::feed_text(model::ArticleId id) {
  TRY_ASSIGN(auto texts, feed_texts({&id, 1}));
  return std::move(texts[id]);
}

Result<std::vector<model::ArticleId>> Articles::ids_below(model::ArticleId below,
                                                          std::size_t limit) {
  Query query(db_, "SELECT id FROM articles WHERE id < $1 ORDER BY id DESC LIMIT $2",
              below, to_limit(limit));
  std::vector<model::ArticleId> ids;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return ids;
    TRY(query.read(ids.emplace_back()));
  }
}

Result<std::vector<model::ArticleId>> Articles::days_before(Time now,
                                                            std::size_t days) {
  // What came in one batch is not in the order of time.
  constexpr std::string_view kSql =
      "SELECT min(id) FROM (SELECT id FROM articles WHERE found >= $1"
      " ORDER BY found LIMIT 100) AS next";
  TRY_ASSIGN(const model::ArticleId begin,
             first_since(now - std::chrono::days(std::int64_t(days))));
  std::vector<model::ArticleId> first{begin};
  for (std::size_t back = days - 1; back > 0; --back) {
    Query query(db_, kSql, now - std::chrono::days(back));
    TRY(query.next());
    std::optional<model::ArticleId> id;
    TRY(query.read(id));
    if (!id) {
      TRY_ASSIGN(const model::ArticleId last, last_id());
      id = model::ArticleId{last.value + 1};
    }
    first.push_back(std::max(first.back(), *id));
  }
  return first;
}

Result<std::vector<ArticleTimes>> Articles::times(model::ArticleId after,
                                                  std::size_t limit) {
  Query query(db_,
              "SELECT id, source_id, found, published FROM articles WHERE id > $1"
              " ORDER BY id LIMIT $2",
              after, to_limit(limit));
  std::vector<ArticleTimes> articles;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return articles;
    ArticleTimes& row = articles.emplace_back();
    TRY(query.read(row.id, row.source, row.found, row.published));
  }
}

}  // namespace curlew::store
