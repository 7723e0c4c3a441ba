#include "store/pages.h"

#include "store/compression.h"
#include "store/page_contents.h"
#include "store/query.h"

namespace curlew::store {
namespace {

Result<bool> article_exists(Database& db, model::ArticleId article) {
  Query query(db, "SELECT 1 FROM articles WHERE id = $1", article);
  return query.next();
}

Result<bool> stop_wanting(Database& db, model::ArticleId article) {
  TRY_ASSIGN(const auto removed,
             Query::run(db, "DELETE FROM wanted_pages WHERE article_id = $1", article));
  return removed == 1;
}

Result<void> give_up(Database& db, model::ArticleId article, std::string_view error) {
  TRY_ASSIGN(const bool was_wanted, stop_wanting(db, article));
  if (!was_wanted) return {};
  TRY(Query::run(
      db,
      "INSERT INTO pages (article_id, error, language, category, content_type,"
      " url) VALUES ($1, $2, '', '', '', '') ON CONFLICT (article_id) DO NOTHING",
      article, error));
  return {};
}

}  // namespace

Result<void> want_page(Database& db, model::ArticleId article, Time due) {
  TRY(Query::run(db,
                 "INSERT INTO wanted_pages (article_id, due, tries, error)"
                 " VALUES ($1, $2, 0, '')",
                 article, due));
  return {};
}

Result<std::vector<WantedPage>> pages_due(Database& db, Time now,
                                          model::ArticleId after, std::size_t limit) {
  Query query(db,
              "SELECT w.article_id, a.source_id, a.url, w.tries, a.found"
              " FROM wanted_pages w"
              " JOIN articles a ON a.id = w.article_id"
              " JOIN sources s ON s.id = a.source_id"
              " WHERE w.article_id > $1 AND w.due <= $2 AND s.state NOT IN ('paused', "
              "'stopped')"
              " ORDER BY w.article_id LIMIT $3",
              after, now, to_limit(limit));
  std::vector<WantedPage> pages;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return pages;
    WantedPage& page = pages.emplace_back();
    TRY(query.read(page.article, page.source, page.url, page.tries, page.found));
  }
}

Result<void> keep_page(Database& db, model::ArticleId article, const model::Page& page,
                       Time fetched) {
  TRY_ASSIGN(const bool exists, article_exists(db, article));
  if (!exists) return {};
  TRY(stop_wanting(db, article));
  const std::string html = compress_page(page.html);
  TRY(Query::run(
      db,
      "INSERT INTO pages (article_id, fetched, error, language, category,"
      " content_type, url, html) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
      " ON CONFLICT (article_id) DO UPDATE SET fetched = $2, error = $3,"
      " language = $4, category = $5, content_type = $6, url = $7, html = $8",
      article, fetched, page.note, page.language, page.category, page.content_type,
      page.url, Blob{html}));
  return keep_content(db, article, page.content);
}

Result<void> note_page_failure(Database& db, model::ArticleId article,
                               std::string_view error, std::optional<Time> retry) {
  if (!retry) return give_up(db, article, error);
  TRY(Query::run(db,
                 "UPDATE wanted_pages SET due = $1, tries = tries + 1, error = $2"
                 " WHERE article_id = $3",
                 *retry, error, article));
  return {};
}

Result<void> postpone_page(Database& db, model::ArticleId article,
                           std::string_view error, Time retry) {
  TRY(Query::run(db,
                 "UPDATE wanted_pages SET due = $1, error = $2 WHERE article_id = $3",
                 retry, error, article));
  return {};
}

Result<std::optional<std::string>> stored_html(Database& db, model::ArticleId article) {
  Query query(db, "SELECT html FROM pages WHERE article_id = $1 AND html IS NOT NULL",
              article);
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return std::optional<std::string>();
  std::string_view compressed;
  TRY(query.read(compressed));
  auto html = decompress_page(compressed);
  if (!html.ok()) return std::move(html).error().within(db.name());
  return std::optional(std::move(*html));
}

}  // namespace curlew::store
