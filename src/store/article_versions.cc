#include "store/article_versions.h"

#include <string_view>

#include "store/compression.h"
#include "store/query.h"

namespace curlew::store {
namespace {

constexpr std::int64_t kMostOfArticle = 100;

}  // namespace

Result<void> ArticleVersions::keep_entry(model::ArticleId article, Time replaced) {
  TRY(Query::enqueue(
      db_,
      "INSERT INTO article_versions (article_id, is_page, replaced, since, title,"
      " summary, content) SELECT id, 0, $1, coalesce(edited, found), title, summary,"
      " content FROM articles WHERE id = $2"
      " ON CONFLICT (article_id, is_page, replaced) DO NOTHING",
      replaced, article));
  return thin(article, false);
}

Result<void> ArticleVersions::keep_page(model::ArticleId article, Time replaced) {
  TRY(Query::enqueue(
      db_,
      "INSERT INTO article_versions (article_id, is_page, replaced, since, title,"
      " summary, content, text) SELECT c.article_id, 1, $1, p.fetched, c.title, '', '',"
      " c.text FROM page_contents c JOIN pages p ON p.article_id = c.article_id"
      " WHERE c.article_id = $2 AND p.fetched IS NOT NULL"
      " ON CONFLICT (article_id, is_page, replaced) DO NOTHING",
      replaced, article));
  return thin(article, true);
}

Result<void> ArticleVersions::thin(model::ArticleId article, bool is_page) {
  return Query::enqueue(
      db_,
      "DELETE FROM article_versions WHERE article_id = $1 AND is_page = $2"
      " AND replaced <= (SELECT replaced FROM article_versions WHERE article_id = $1"
      " AND is_page = $2 ORDER BY replaced DESC LIMIT 1 OFFSET $3)",
      article, is_page, kMostOfArticle);
}

Result<std::vector<ArticleVersion>> ArticleVersions::of(model::ArticleId article) {
  Query query(db_,
              "SELECT is_page, since, replaced, title, summary, content, text"
              " FROM article_versions WHERE article_id = $1"
              " ORDER BY replaced DESC, is_page",
              article);
  std::vector<ArticleVersion> versions;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return versions;
    ArticleVersion& version = versions.emplace_back();
    std::optional<std::string_view> text;
    TRY(query.read(version.is_page, version.since, version.until, version.title,
                   version.summary, version.content, text));
    if (!text) continue;
    auto plain = decompress_page(*text);
    if (!plain.ok()) return std::move(plain).error().within(db_.name());
    version.text = *std::move(plain);
  }
}

}  // namespace curlew::store
