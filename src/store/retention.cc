#include "store/retention.h"

#include <string>
#include <string_view>
#include <variant>

#include "base/fingerprint.h"
#include "store/counters.h"
#include "store/keeping.h"
#include "store/query.h"
#include "store/search_index.h"
#include "store/versions.h"

namespace curlew::store {
namespace {

// Of what an administrator chose, among the counters (counters.h).
constexpr std::string_view kKeepingChosen = "keeping chosen";
constexpr std::string_view kKeepArticlesFor = "keep articles for";
constexpr std::string_view kKeepArticles = "keep articles";
constexpr std::string_view kKeepPagesFor = "keep pages for";
constexpr std::string_view kKeepPages = "keep pages";

using ArticleIds = std::vector<model::ArticleId>;

Result<ArticleIds> read_ids(Query& query) {
  ArticleIds articles;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return articles;
    TRY(query.read(articles.emplace_back()));
  }
}

// The places of a source's articles come from the index alone, without their texts.
constexpr std::string_view kBeyondNewest =
    "SELECT id FROM articles WHERE source_id = $1 AND id <="
    " (SELECT id FROM articles WHERE source_id = $1 ORDER BY id DESC"
    " LIMIT 1 OFFSET $2) ORDER BY id LIMIT $3";
constexpr std::string_view kPagesBeyondNewest =
    "SELECT d.source_id, d.article_id, v.seen, v.terminal, v.segment, v.place, v.length"
    " FROM documents d JOIN versions v ON v.document_id = d.id"
    " WHERE d.source_id = $1 AND d.article_id > 0 AND d.article_id <="
    " (SELECT id FROM articles WHERE source_id = $1 ORDER BY id DESC"
    " LIMIT 1 OFFSET $2) ORDER BY d.article_id LIMIT $3";
constexpr std::string_view kPagesOfArticles =
    "SELECT d.source_id, d.article_id, v.seen, v.terminal, v.segment, v.place, v.length"
    " FROM articles a JOIN documents d ON d.source_id = a.source_id"
    " AND d.article_id = a.id JOIN versions v ON v.document_id = d.id"
    " WHERE a.id IN (SELECT value FROM unnest($1) AS value)";
constexpr std::string_view kPagesOlder =
    "SELECT d.source_id, d.article_id, v.seen, v.terminal, v.segment, v.place, v.length"
    " FROM versions v JOIN documents d ON d.id = v.document_id"
    " WHERE v.of_article = 1 AND v.seen < $1 ORDER BY v.seen LIMIT $2";

struct SurplusArticles {
  Database& db;
  std::size_t limit;

  Result<ArticleIds> operator()(const OlderThan& age) const {
    // The first condition is for the index.
    Query query(db,
                "SELECT id FROM articles WHERE found < $1"
                " AND coalesce(edited, found) < $1 ORDER BY found LIMIT $2",
                age.time, to_limit(limit));
    return read_ids(query);
  }
  Result<ArticleIds> operator()(const BeyondNewest& beyond) const {
    Query query(db, kBeyondNewest, beyond.source, to_limit(beyond.count),
                to_limit(limit));
    return read_ids(query);
  }
};

// A version of an article's page.
struct PageVersion {
  Document of;
  KeptVersion version;
};

Result<std::vector<PageVersion>> read_pages(Query query) {
  std::vector<PageVersion> pages;
  TRY(query.each([&] {
    auto& [of, version] = pages.emplace_back();
    model::KeptAt& place = version.place;
    return query.read(of.source, of.article, version.seen, place.terminal,
                      place.segment, place.offset, place.length);
  }));
  return pages;
}

Result<void> drop(Database& db, const std::vector<PageVersion>& pages) {
  Versions versions(db);
  for (const auto& [of, version] : pages) TRY(versions.drop(of, version));
  return {};
}

struct SurplusPages {
  Database& db;
  std::size_t limit;

  Result<std::vector<PageVersion>> operator()(const OlderThan& age) const {
    return read_pages(Query(db, kPagesOlder, age.time, to_limit(limit)));
  }
  Result<std::vector<PageVersion>> operator()(const BeyondNewest& beyond) const {
    return read_pages(Query(db, kPagesBeyondNewest, beyond.source,
                            to_limit(beyond.count), to_limit(limit)));
  }
};

// What tells them from others stays behind.
Result<void> remember_forgotten(Database& db, const ArticleIds& articles) {
  struct Marks {
    model::ArticleId article;
    std::int64_t title = 0;
    std::int64_t url = 0;
  };
  std::vector<Marks> all;
  {
    Query query(db,
                "SELECT id, title, url FROM articles"
                " WHERE id IN (SELECT value FROM unnest($1) AS value)",
                articles);
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) break;
      Marks& marks = all.emplace_back();
      std::string_view title, url;
      TRY(query.read(marks.article, title, url));
      marks.title = mark_of(title);
      marks.url = mark_of(url);
    }
  }
  for (const Marks& marks : all) {
    TRY(Query::enqueue(
        db,
        "INSERT INTO forgotten_articles (source_id, key, likeness, published,"
        " title_mark, url_mark)"
        " SELECT source_id, key, likeness, published, $1, $2 FROM articles"
        " WHERE id = $3",
        marks.title, marks.url, marks.article));
  }
  return {};
}

Result<void> read_keep(Database& db, std::string_view age, std::string_view newest,
                       Keep& keep) {
  TRY_ASSIGN(const std::int64_t ms, read_counter(db, age));
  TRY_ASSIGN(const std::int64_t count, read_counter(db, newest));
  if (ms > 0) keep.age = Milliseconds(ms);
  keep.newest_of_source = std::size_t(count);
  return {};
}

Result<void> save_keep(Database& db, std::string_view age, std::string_view newest,
                       const Keep& keep) {
  TRY(set_counter(db, age, keep.age.value_or(Milliseconds(0)).count()));
  return set_counter(db, newest, std::int64_t(keep.newest_of_source));
}

}  // namespace

std::int64_t mark_of(std::string_view text) {
  return static_cast<std::int64_t>(short_fingerprint_of(text));
}

Result<std::int64_t> Retention::forget_articles(const Surplus& surplus,
                                                std::size_t limit) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const ArticleIds articles,
             std::visit(SurplusArticles{db_, limit}, surplus));
  TRY(remember_forgotten(db_, articles));
  TRY(remove_from_index(db_, articles));
  TRY_ASSIGN(const auto pages, read_pages(Query(db_, kPagesOfArticles, articles)));
  TRY(drop(db_, pages));
  for (const std::string_view sql :
       {"DELETE FROM documents WHERE (source_id, article_id) IN (SELECT source_id, id"
        " FROM articles WHERE id IN (SELECT value FROM unnest($1) AS value))",
        "DELETE FROM wanted_pages WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM page_revisits WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM article_topics WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM article_versions WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM pages WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM page_contents WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM article_states WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM list_actions WHERE article_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        // Clips stay: what somebody was told, he may look up.
        "DELETE FROM clip_bands WHERE clip_id IN (SELECT id FROM clips WHERE"
        " article_id IN (SELECT value FROM unnest($1) AS value))",
        "DELETE FROM articles WHERE id IN (SELECT value FROM unnest($1) AS value)"}) {
    TRY(Query::enqueue(db_, sql, articles));
  }
  const auto count = static_cast<std::int64_t>(articles.size());
  if (count > 0) TRY(add_to_counter(db_, kArticlesCounter, -count));
  TRY(transaction.commit());
  return count;
}

Result<std::int64_t> Retention::drop_pages(const Surplus& surplus, std::size_t limit) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto pages, std::visit(SurplusPages{db_, limit}, surplus));
  TRY(drop(db_, pages));
  TRY(transaction.commit());
  return static_cast<std::int64_t>(pages.size());
}

Result<std::vector<model::SourceId>> Retention::sources_with_more_than(
    std::size_t articles, Time found_since) {
  Query query(db_,
              "SELECT c.source_id FROM schedule c WHERE c.last_new >= $1 AND"
              " (SELECT count(*) FROM articles a WHERE a.source_id = c.source_id) > $2",
              found_since, to_limit(articles));
  std::vector<model::SourceId> sources;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return sources;
    TRY(query.read(sources.emplace_back()));
  }
}

Result<std::optional<Keeping>> chosen_keeping(Database& db) {
  TRY_ASSIGN(const std::int64_t is_chosen, read_counter(db, kKeepingChosen));
  if (is_chosen == 0) return std::optional<Keeping>();
  Keeping keeping;
  TRY(read_keep(db, kKeepArticlesFor, kKeepArticles, keeping.articles));
  TRY(read_keep(db, kKeepPagesFor, kKeepPages, keeping.pages));
  return std::optional(keeping);
}

Result<void> choose_keeping(Database& db, const std::optional<Keeping>& keeping) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db, Access::kWrite));
  const Keeping all = keeping.value_or(Keeping());
  TRY(save_keep(db, kKeepArticlesFor, kKeepArticles, all.articles));
  TRY(save_keep(db, kKeepPagesFor, kKeepPages, all.pages));
  TRY(set_counter(db, kKeepingChosen, keeping ? 1 : 0));
  return transaction.commit();
}

Result<std::int64_t> count_older(Database& db, Time time, std::size_t most) {
  Query query(db,
              "SELECT count(*) FROM (SELECT 1 FROM articles WHERE found < $1"
              " AND coalesce(edited, found) < $1 LIMIT $2) AS older",
              time, to_limit(most));
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<Time> Retention::age_clock() {
  TRY_ASSIGN(const std::int64_t ms, read_counter(db_, kAgeClockCounter));
  if (ms > 0) return from_unix_ms(ms);
  Query query(db_,
              "SELECT coalesce(max(started), 0) FROM visits WHERE id ="
              " (SELECT max(id) FROM visits)");
  TRY(query.next());
  Time newest;
  TRY(query.read(newest));
  return newest;
}

Result<void> Retention::save_age_clock(Time time) {
  return set_counter(db_, kAgeClockCounter, to_unix_ms(time));
}

}  // namespace curlew::store
