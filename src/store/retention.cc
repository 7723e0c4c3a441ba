#include "store/retention.h"

#include <string>
#include <string_view>

#include "base/fingerprint.h"
#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

using Articles = std::vector<model::ArticleId>;

Result<Articles> read_ids(Query& query) {
  Articles articles;
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
    "SELECT p.article_id FROM articles a JOIN pages p ON p.article_id = a.id"
    " WHERE a.source_id = $1 AND a.id <="
    " (SELECT id FROM articles WHERE source_id = $1 ORDER BY id DESC"
    " LIMIT 1 OFFSET $2) AND p.html IS NOT NULL LIMIT $3";

struct SurplusArticles {
  Database& db;
  std::size_t limit;

  Result<Articles> operator()(const OlderThan& age) const {
    // The first condition is for the index.
    Query query(db,
                "SELECT id FROM articles WHERE found < $1"
                " AND coalesce(edited, found) < $1 ORDER BY found LIMIT $2",
                age.time, to_limit(limit));
    return read_ids(query);
  }
  Result<Articles> operator()(const BeyondNewest& beyond) const {
    Query query(db, kBeyondNewest, beyond.source, to_limit(beyond.count),
                to_limit(limit));
    return read_ids(query);
  }
};

struct SurplusPages {
  Database& db;
  std::size_t limit;

  Result<Articles> operator()(const OlderThan& age) const {
    Query query(db,
                "SELECT article_id FROM pages WHERE html IS NOT NULL AND fetched < $1"
                " ORDER BY fetched LIMIT $2",
                age.time, to_limit(limit));
    return read_ids(query);
  }
  Result<Articles> operator()(const BeyondNewest& beyond) const {
    Query query(db, kPagesBeyondNewest, beyond.source, to_limit(beyond.count),
                to_limit(limit));
    return read_ids(query);
  }
};

Result<void> remember_forgotten(Database& db, model::ArticleId article) {
  Query query(db, "SELECT title, url FROM articles WHERE id = $1", article);
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return {};
  std::string title, url;
  TRY(query.read(title, url));
  TRY(Query::run(db,
                 "INSERT INTO forgotten_articles (source_id, key, likeness, published,"
                 " title_mark, url_mark)"
                 " SELECT source_id, key, likeness, published, $1, $2 FROM articles"
                 " WHERE id = $3",
                 mark_of(title), mark_of(url), article));
  return {};
}

Result<void> delete_article(Database& db, model::ArticleId article) {
  TRY(remember_forgotten(db, article));
  TRY(Query::run(db, "DELETE FROM wanted_pages WHERE article_id = $1", article));
  TRY(Query::run(db, "DELETE FROM pages WHERE article_id = $1", article));
  TRY(Query::run(db, "DELETE FROM page_contents WHERE article_id = $1", article));
  TRY(Query::run(db, "DELETE FROM articles WHERE id = $1", article));
  return {};
}

}  // namespace

std::int64_t mark_of(std::string_view text) {
  return static_cast<std::int64_t>(short_fingerprint_of(text));
}

Result<std::int64_t> delete_articles(Database& db, const Surplus& surplus,
                                     std::size_t limit) {
  TRY_ASSIGN(const Articles articles, std::visit(SurplusArticles{db, limit}, surplus));
  for (const model::ArticleId article : articles) TRY(delete_article(db, article));
  const auto count = static_cast<std::int64_t>(articles.size());
  if (count > 0) TRY(add_to_counter(db, kArticlesCounter, -count));
  return count;
}

Result<std::int64_t> delete_html(Database& db, const Surplus& surplus,
                                 std::size_t limit) {
  TRY_ASSIGN(const Articles pages, std::visit(SurplusPages{db, limit}, surplus));
  for (const model::ArticleId page : pages) {
    TRY(Query::run(db, "UPDATE pages SET html = NULL WHERE article_id = $1", page));
  }
  return static_cast<std::int64_t>(pages.size());
}

Result<std::vector<model::SourceId>> sources_beyond(Database& db, std::size_t articles,
                                                    Time found_since) {
  Query query(db,
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

Result<Time> read_age_clock(Database& db) {
  TRY_ASSIGN(const std::int64_t ms, read_counter(db, kAgeClockCounter));
  if (ms > 0) return from_unix_ms(ms);
  Query query(db,
              "SELECT coalesce(max(started), 0) FROM visits WHERE id ="
              " (SELECT max(id) FROM visits)");
  TRY(query.next());
  Time newest;
  TRY(query.read(newest));
  return newest;
}

Result<void> write_age_clock(Database& db, Time time) {
  return set_counter(db, kAgeClockCounter, to_unix_ms(time));
}

}  // namespace curlew::store
