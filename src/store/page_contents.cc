#include "store/page_contents.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "model/page_wire.h"
#include "store/compression.h"
#include "store/query.h"

namespace curlew::store {
namespace {

constexpr std::size_t kExcerptBytes = 300;

// Columns hold no fractions. A page moves an average by a five-hundredth at least.
std::int64_t to_millionths(double value) { return std::llround(value * 1e6); }
double from_millionths(std::int64_t value) { return double(value) / 1e6; }

Result<model::PageContent> read_content(const Query& query) {
  model::PageContent content;
  std::string_view text, parts, kind;
  TRY(query.read(content.published, content.modified, content.type, content.title,
                 content.author, content.canonical_url, content.image, text, parts,
                 kind));
  content.kind = model::parse_page_kind(kind);
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
      " canonical_url, image, excerpt, text, parts, kind)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
      " ON CONFLICT (article_id) DO UPDATE SET published = $2, modified = $3,"
      " type = $4, title = $5, author = $6, canonical_url = $7, image = $8,"
      " excerpt = $9, text = $10, parts = $11, kind = $12",
      article, content->published, content->modified, content->type, content->title,
      content->author, content->canonical_url, content->image,
      excerpt_of(content->text), Blob{text}, Blob{parts},
      content->kind ? to_string(*content->kind) : ""));
  return {};
}

Result<std::optional<model::PageContent>> stored_content(Database& db,
                                                         model::ArticleId article) {
  Query query(db,
              "SELECT published, modified, type, title, author, canonical_url, image,"
              " text, parts, kind FROM page_contents WHERE article_id = $1",
              article);
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return std::optional<model::PageContent>();
  auto content = read_content(query);
  if (!content.ok()) return std::move(content).error().within(db.name());
  return std::optional(std::move(*content));
}

Result<void> keep_averages(Database& db, model::SourceId source,
                           const model::PageAverages& averages) {
  const model::KindAverage& informational = averages.informational;
  const model::KindAverage& hub = averages.hub;
  TRY(Query::run(db,
                 "INSERT INTO page_averages (source_id, informational_text,"
                 " informational_ratio, informational_pages, hub_text, hub_ratio,"
                 " hub_pages) VALUES ($1, $2, $3, $4, $5, $6, $7)"
                 " ON CONFLICT (source_id) DO UPDATE SET informational_text = $2,"
                 " informational_ratio = $3, informational_pages = $4, hub_text = $5,"
                 " hub_ratio = $6, hub_pages = $7",
                 source, to_millionths(informational.log_text),
                 to_millionths(informational.log_ratio),
                 std::llround(informational.pages), to_millionths(hub.log_text),
                 to_millionths(hub.log_ratio), std::llround(hub.pages)));
  return {};
}

Result<std::optional<model::PageAverages>> stored_averages(Database& db,
                                                           model::SourceId source) {
  std::optional<model::PageAverages> averages;
  Query query(db,
              "SELECT informational_text, informational_ratio, informational_pages,"
              " hub_text, hub_ratio, hub_pages FROM page_averages"
              " WHERE source_id = $1",
              source);
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return averages;
  std::int64_t text = 0, ratio = 0, pages = 0, hub_text = 0, hub_ratio = 0,
               hub_pages = 0;
  TRY(query.read(text, ratio, pages, hub_text, hub_ratio, hub_pages));
  averages = model::PageAverages{
      {from_millionths(text), from_millionths(ratio), double(pages)},
      {from_millionths(hub_text), from_millionths(hub_ratio), double(hub_pages)}};
  return averages;
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
