#include "store/page_contents.h"

#include <algorithm>

#include "base/utf8.h"
#include "model/page_wire.h"
#include "store/compression.h"
#include "store/query.h"

namespace curlew::store {
namespace {

constexpr std::size_t kExcerptBytes = 300;

Result<model::PageContent> read_content(const Query& query) {
  model::PageContent content;
  std::string_view text, parts;
  TRY(query.read(content.published, content.modified, content.type, content.title,
                 content.author, content.canonical_url, content.image, text, parts));
  TRY_ASSIGN(content.text, decompress_page(text));
  TRY_ASSIGN(const std::string bytes, decompress_page(parts));
  TRY_ASSIGN(content.parts, model::decode_parts(bytes));
  return content;
}

}  // namespace

Result<void> keep_content(Database& db, model::ArticleId article,
                          const std::optional<model::PageContent>& content) {
  if (!content) {
    TRY(Query::run(db, "DELETE FROM page_contents WHERE article_id = $1", article));
    return {};
  }
  const std::string text = compress_page(content->text);
  const std::string parts = compress_page(model::encode(content->parts));
  TRY(Query::run(
      db,
      "INSERT INTO page_contents (article_id, published, modified, type, title, author,"
      " canonical_url, image, excerpt, text, parts)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
      " ON CONFLICT (article_id) DO UPDATE SET published = $2, modified = $3,"
      " type = $4, title = $5, author = $6, canonical_url = $7, image = $8,"
      " excerpt = $9, text = $10, parts = $11",
      article, content->published, content->modified, content->type, content->title,
      content->author, content->canonical_url, content->image,
      excerpt_of(content->text), Blob{text}, Blob{parts}));
  return {};
}

Result<std::optional<model::PageContent>> stored_content(Database& db,
                                                         model::ArticleId article) {
  Query query(db,
              "SELECT published, modified, type, title, author, canonical_url, image,"
              " text, parts FROM page_contents WHERE article_id = $1",
              article);
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return std::optional<model::PageContent>();
  auto content = read_content(query);
  if (!content.ok()) return std::move(content).error().within(db.name());
  return std::optional(std::move(*content));
}

std::string excerpt_of(std::string_view text) {
  std::string excerpt(utf8_prefix(text, kExcerptBytes));
  const bool is_cut = excerpt.size() < text.size();
  std::ranges::replace(excerpt, '\n', ' ');
  if (!is_cut) return excerpt;
  // Text without spaces, as in Chinese, is cut anywhere.
  if (const std::size_t space = excerpt.rfind(' '); space != std::string::npos) {
    excerpt.resize(space);
  }
  return excerpt + "…";
}

}  // namespace curlew::store
