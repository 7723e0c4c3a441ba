#include "store/articles.h"

#include <optional>
#include <string>

#include "store/entry_json.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// The order in which read_articles() takes them.
constexpr std::string_view kSelect =
    "SELECT a.id, a.source_id, coalesce(s.title, ''), a.title, a.url, a.author,"
    " CASE WHEN a.language = '' THEN coalesce(p.language, '') ELSE a.language END,"
    " CASE WHEN a.category = '' THEN coalesce(p.category, '') ELSE a.category END,"
    " a.published, a.found, p.fetched, coalesce(p.error, w.error, '')"
    " FROM articles a LEFT JOIN sources s ON s.id = a.source_id"
    " LEFT JOIN pages p ON p.article_id = a.id"
    " LEFT JOIN wanted_pages w ON w.article_id = a.id ";

Result<std::vector<ArticleRow>> read_articles(Query& query) {
  std::vector<ArticleRow> articles;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return articles;
    ArticleRow& row = articles.emplace_back();
    TRY(query.read(row.id, row.source, row.source_title, row.title, row.url, row.author,
                   row.language, row.category, row.published, row.found,
                   row.page_fetched, row.page_error));
  }
}

}  // namespace

Result<bool> insert_article(Database& db, model::ArticleId id,
                            const NewArticle& article) {
  const model::Entry& entry = *article.entry;
  TRY_ASSIGN(
      const auto inserted,
      Query::run(
          db,
          "INSERT INTO articles (id, source_id, key, found, published, updated,"
          " language, category, title, url, author, entry_id, categories, enclosures,"
          " summary, content)"
          " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
          " $16) ON CONFLICT (source_id, key) DO NOTHING",
          id, article.source, article.key, article.found, entry.published,
          entry.updated, article.language, article.category, entry.title, entry.link,
          entry.author, entry.id, categories_json(entry.categories),
          enclosures_json(entry.enclosures), entry.summary, entry.content));
  return inserted == 1;
}

Result<std::vector<ArticleRow>> newest_articles(Database& db, std::size_t limit) {
  static const std::string sql = std::string(kSelect) + "ORDER BY a.id DESC LIMIT $1";
  Query query(db, sql, to_limit(limit));
  return read_articles(query);
}

Result<std::vector<ArticleRow>> newest_articles_of(Database& db, model::SourceId source,
                                                   std::size_t limit) {
  // The inner query sorts ids from the index alone; only the rows shown are read.
  static const std::string sql =
      std::string(kSelect) +
      "WHERE a.id IN (SELECT id FROM articles WHERE source_id = $1"
      " ORDER BY id DESC LIMIT $2) ORDER BY a.id DESC";
  Query query(db, sql, source, to_limit(limit));
  return read_articles(query);
}

}  // namespace curlew::store
