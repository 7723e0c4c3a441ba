#include "store/articles.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "store/entry_json.h"
#include "store/query.h"
#include "store/retention.h"
#include "store/watched_sources.h"

namespace curlew::store {
namespace {

// The order in which read_articles() takes them.
constexpr std::string_view kSelectArticle =
    "SELECT a.id, a.source_id, coalesce(s.title, ''),"
    " CASE WHEN c.title <> '' AND (a.title = '' OR s.kind = 'page') THEN c.title"
    " ELSE a.title END, a.url,"
    " CASE WHEN a.author = '' THEN coalesce(c.author, '') ELSE a.author END,"
    " CASE WHEN a.language = '' THEN coalesce(p.language, '') ELSE a.language END,"
    " CASE WHEN a.category = '' THEN coalesce(p.category, '') ELSE a.category END,"
    " coalesce(a.published, c.published), a.found, a.edited, p.fetched,"
    " CASE WHEN w.article_id IS NULL THEN 0 ELSE 1 END,"
    " coalesce(p.error, w.error, ''), c.type, c.modified, coalesce(c.title, ''),"
    " coalesce(c.canonical_url, ''), coalesce(c.image, ''), coalesce(c.excerpt, ''),"
    " CASE WHEN coalesce(c.excerpt, '') <> '' THEN '' ELSE substr(CASE"
    " WHEN a.summary = '' THEN a.content ELSE a.summary END, 1, 1000) END"
    " FROM articles a LEFT JOIN sources s ON s.id = a.source_id"
    " LEFT JOIN pages p ON p.article_id = a.id"
    " LEFT JOIN page_contents c ON c.article_id = a.id"
    " LEFT JOIN wanted_pages w ON w.article_id = a.id ";

Result<void> read_article(const Query& query, ArticleRow& row) {
  return query.read(row.id, row.source, row.source_title, row.title, row.url,
                    row.author, row.language, row.category, row.published, row.found,
                    row.edited, row.page_fetched, row.is_page_wanted, row.page_error,
                    row.page_type, row.modified, row.page_title, row.canonical_url,
                    row.image, row.excerpt, row.feed_excerpt);
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

Result<std::vector<ArticleRow>> newest_in_folder(Database& db,
                                                 const ArticleFilter& filter,
                                                 std::size_t limit) {
  static const std::string sql =
      std::string(kSelectArticle) +
      fmt::format(
          "WHERE a.id IN (SELECT id FROM articles WHERE source_id IN"
          " (SELECT s.id FROM sources s WHERE {})"
          " AND found >= $2 ORDER BY id DESC LIMIT $3) ORDER BY a.id DESC",
          kInFolder);
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

// The articles are chosen first, so that what is read is bounded.
std::string delay_query(std::string_view which) {
  return fmt::format(
      "SELECT d.source_id, d.found, d.found - d.published FROM ("
      "SELECT a.source_id, a.found, s.added,"
      " coalesce(a.published, c.published) AS published"
      " FROM articles a JOIN sources s ON s.id = a.source_id"
      " LEFT JOIN page_contents c ON c.article_id = a.id"
      " WHERE {}) AS d"
      " WHERE d.published >= d.added AND d.published <= d.found",
      which);
}

Result<std::vector<DelayRow>> take_delays(Query& query) {
  std::vector<DelayRow> delays;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return delays;
    DelayRow& row = delays.emplace_back();
    TRY(query.read(row.source, row.found, row.delay));
  }
}

}  // namespace

Result<bool> ever_had_articles(Database& db, model::SourceId source) {
  Query query(db,
              "SELECT 1 WHERE EXISTS (SELECT 1 FROM articles WHERE source_id = $1)"
              " OR EXISTS (SELECT 1 FROM forgotten_articles WHERE source_id = $1)",
              source);
  return query.next();
}

// A forgotten entry under the same key is the same item, maybe edited, unless its feed
// uses one guid for everything: then neither address nor title nor date is the same
// (detect::is_edit). Edited, it is no news as long as its source has other articles;
// where all are forgotten, it is: a feed may have one item that is only ever edited.
Result<bool> is_known_otherwise(Database& db, const NewArticle& article) {
  const model::Entry& entry = *article.entry;
  Query query(db,
              "SELECT 1 WHERE EXISTS (SELECT 1 FROM articles"
              " WHERE source_id = $1 AND likeness = $2)"
              " OR EXISTS (SELECT 1 FROM forgotten_articles"
              " WHERE source_id = $1 AND likeness = $2)"
              " OR EXISTS (SELECT 1 FROM forgotten_articles"
              " WHERE source_id = $1 AND key = $3"
              " AND (published = $4 OR title_mark = $5 OR url_mark = $6)"
              " AND ((likeness = $2) IS NOT FALSE OR EXISTS"
              " (SELECT 1 FROM articles WHERE source_id = $1)))",
              article.source, article.likeness, article.key, entry.published,
              mark_of(entry.title), mark_of(entry.link));
  return query.next();
}

Result<bool> insert_article(Database& db, model::ArticleId id,
                            const NewArticle& article) {
  const model::Entry& entry = *article.entry;
  TRY_ASSIGN(
      const auto inserted,
      Query::run(
          db,
          "INSERT INTO articles (id, source_id, key, found, published, updated,"
          " language, category, title, url, author, entry_id, categories, enclosures,"
          " summary, content, likeness)"
          " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
          " $16, $17) ON CONFLICT (source_id, key) DO NOTHING",
          id, article.source, article.key, article.found, entry.published,
          entry.updated, article.language, article.category, entry.title, entry.link,
          entry.author, entry.id, categories_json(entry.categories),
          enclosures_json(entry.enclosures), entry.summary, entry.content,
          article.likeness));
  return inserted == 1;
}

Result<std::optional<StoredEntry>> stored_entry(Database& db, model::SourceId source,
                                                std::uint64_t key) {
  Query query(db,
              "SELECT id, likeness, title, url, published FROM articles"
              " WHERE source_id = $1 AND key = $2",
              source, key);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<StoredEntry> stored;
  if (!found) return stored;
  stored.emplace();
  TRY(query.read(stored->article, stored->likeness, stored->entry.title,
                 stored->entry.link, stored->entry.published));
  return stored;
}

Result<void> update_article(Database& db, model::ArticleId article,
                            const NewArticle& edit) {
  const model::Entry& entry = *edit.entry;
  TRY(Query::run(
      db,
      "UPDATE articles SET edited = $1, published = $2, updated = $3, language = $4,"
      " category = $5, title = $6, url = $7, author = $8, categories = $9,"
      " enclosures = $10, summary = $11, content = $12, likeness = $13 WHERE id = $14",
      edit.found, entry.published, entry.updated, edit.language, edit.category,
      entry.title, entry.link, entry.author, categories_json(entry.categories),
      enclosures_json(entry.enclosures), entry.summary, entry.content, edit.likeness,
      article));
  return {};
}

Result<std::optional<ArticleRow>> find_article(Database& db, model::ArticleId id) {
  static const std::string sql = std::string(kSelectArticle) + "WHERE a.id = $1";
  Query query(db, sql, id);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<ArticleRow> article;
  if (found) TRY(read_article(query, article.emplace()));
  return article;
}

Result<std::vector<ArticleRow>> newest_articles(Database& db,
                                                const ArticleFilter& filter,
                                                std::size_t limit) {
  if (filter.source) return newest_of_source(db, filter, limit);
  if (!filter.folder.empty()) return newest_in_folder(db, filter, limit);
  if (filter.since) return newest_since(db, *filter.since, limit);
  static const std::string sql =
      std::string(kSelectArticle) + "ORDER BY a.id DESC LIMIT $1";
  Query query(db, sql, to_limit(limit));
  return read_articles(query);
}

Result<std::vector<DelayRow>> read_delays(Database& db, Time from, Time to,
                                          model::SourceId source, std::size_t limit) {
  static const std::string of_all =
      delay_query("a.found >= $1 AND a.found < $2 ORDER BY a.found DESC LIMIT $3");
  static const std::string of_one = delay_query(
      "a.id IN (SELECT id FROM articles WHERE source_id = $1 ORDER BY id DESC LIMIT $2)"
      " AND a.found >= $3 AND a.found < $4");
  if (!source) {
    Query query(db, of_all, from, to, to_limit(limit));
    return take_delays(query);
  }
  Query query(db, of_one, source, to_limit(limit), from, to);
  return take_delays(query);
}

Result<FeedText> read_feed_text(Database& db, model::ArticleId id) {
  Query query(db,
              "SELECT coalesce(enclosures, ''), summary, content FROM articles"
              " WHERE id = $1",
              id);
  TRY_ASSIGN(const bool found, query.next());
  FeedText text;
  if (!found) return text;
  std::string_view enclosures;
  TRY(query.read(enclosures, text.summary, text.content));
  text.enclosures = parse_enclosures(enclosures);
  return text;
}

Result<std::vector<ArticleTimes>> times_of_articles(Database& db,
                                                    model::ArticleId after,
                                                    std::size_t limit) {
  Query query(db,
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
