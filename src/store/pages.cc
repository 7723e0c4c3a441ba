#include "store/pages.h"

#include <fmt/format.h>

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

Result<model::PageContent> read_content(const Query& query, model::ArticleId& article) {
  model::PageContent content;
  std::string_view text, parts, kind;
  TRY(query.read(content.published, content.modified, content.type, content.title,
                 content.author, content.canonical_url, content.image, text, parts,
                 kind, article));
  content.kind = model::parse_page_kind(kind);
  TRY_ASSIGN(content.text, decompress_page(text));
  TRY_ASSIGN(const std::string bytes, decompress_beside(content.text, parts));
  TRY_ASSIGN(content.parts, model::decode_parts(bytes));
  return content;
}

// The ids that a query finds, of those given.
Result<std::unordered_set<model::ArticleId>> ids_among(
    Database& db, std::string_view sql, std::span<const model::ArticleId> articles) {
  std::unordered_set<model::ArticleId> ids;
  Query query(db, sql, articles);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return ids;
    model::ArticleId id;
    TRY(query.read(id));
    ids.insert(id);
  }
}

PackedPage::Content pack_content(const model::PageContent& content) {
  return {.published = content.published,
          .modified = content.modified,
          .type = content.type,
          .title = content.title,
          .author = content.author,
          .canonical_url = content.canonical_url,
          .image = content.image,
          .excerpt = excerpt_of(content.text),
          .kind = std::string(content.kind ? to_string(*content.kind) : ""),
          .text = compress_page(content.text),
          .parts = compress_beside(content.text, model::encode(content.parts))};
}

}  // namespace

PackedPage pack(const model::Page& page) {
  PackedPage packed{.note = page.note,
                    .language = page.language,
                    .category = page.category,
                    .content_type = page.content_type,
                    .url = page.url,
                    .content = {}};
  if (page.content) packed.content = pack_content(*page.content);
  return packed;
}

Result<std::vector<WantedPage>> Pages::wanted(Time now, model::ArticleId after,
                                              std::size_t limit) {
  static const std::string sql = fmt::format(
      "SELECT w.article_id, a.source_id, a.url, w.tries, a.found FROM wanted_pages w"
      " JOIN articles a ON a.id = w.article_id JOIN sources s ON s.id = a.source_id"
      " WHERE w.article_id > $1 AND w.due <= $2 AND s.state IN {}"
      " ORDER BY w.article_id LIMIT $3",
      states_where(model::are_pages_fetched));
  Query query(db_, sql, after, now, to_limit(limit));
  std::vector<WantedPage> pages;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return pages;
    WantedPage& page = pages.emplace_back();
    TRY(query.read(page.article, page.source, page.url, page.tries, page.found));
  }
}

Result<Pages::Standing> Pages::standing(std::span<const model::ArticleId> articles) {
  Standing standing;
  if (articles.empty()) return standing;
  TRY_ASSIGN(standing.articles,
             ids_among(db_,
                       "SELECT id FROM articles"
                       " WHERE id IN (SELECT value FROM unnest($1) AS value)",
                       articles));
  TRY_ASSIGN(standing.wanted,
             ids_among(db_,
                       "SELECT article_id FROM wanted_pages"
                       " WHERE article_id IN (SELECT value FROM unnest($1) AS value)",
                       articles));
  return standing;
}

Result<void> Pages::keep(model::ArticleId article, const PackedPage& page,
                         Time fetched) {
  TRY(Query::enqueue(db_, "DELETE FROM wanted_pages WHERE article_id = $1", article));
  TRY(Query::enqueue(
      db_,
      "INSERT INTO pages (article_id, fetched, error, language, category,"
      " content_type, url) VALUES ($1, $2, $3, $4, $5, $6, $7)"
      " ON CONFLICT (article_id) DO UPDATE SET fetched = $2, error = $3,"
      " language = $4, category = $5, content_type = $6, url = $7, html = NULL",
      article, fetched, page.note, page.language, page.category, page.content_type,
      page.url));
  if (!page.content) {
    return Query::enqueue(db_, "DELETE FROM page_contents WHERE article_id = $1",
                          article);
  }
  const PackedPage::Content& content = *page.content;
  return Query::enqueue(
      db_,
      "INSERT INTO page_contents (article_id, published, modified, type, title, author,"
      " canonical_url, image, excerpt, text, parts, kind)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
      " ON CONFLICT (article_id) DO UPDATE SET published = $2, modified = $3,"
      " type = $4, title = $5, author = $6, canonical_url = $7, image = $8,"
      " excerpt = $9, text = $10, parts = $11, kind = $12",
      article, content.published, content.modified, content.type, content.title,
      content.author, content.canonical_url, content.image, content.excerpt,
      Blob{content.text}, Blob{content.parts}, content.kind);
}

Result<void> Pages::retry(model::ArticleId article, std::string_view error,
                          Time retry) {
  return Query::enqueue(db_,
                        "UPDATE wanted_pages SET due = $1, tries = tries + 1,"
                        " error = $2 WHERE article_id = $3",
                        retry, error, article);
}

Result<void> Pages::postpone(model::ArticleId article, std::string_view error,
                             Time retry) {
  return Query::enqueue(
      db_, "UPDATE wanted_pages SET due = $1, error = $2 WHERE article_id = $3", retry,
      error, article);
}

Result<void> Pages::give_up(model::ArticleId article, std::string_view error) {
  TRY(Query::enqueue(db_, "DELETE FROM wanted_pages WHERE article_id = $1", article));
  return Query::enqueue(
      db_,
      "INSERT INTO pages (article_id, error, language, category, content_type, url)"
      " VALUES ($1, $2, '', '', '', '') ON CONFLICT (article_id) DO NOTHING",
      article, error);
}

Result<std::vector<PageInDatabase>> Pages::in_database(std::size_t limit) {
  Query query(db_,
              "SELECT p.article_id, a.source_id, a.url, p.url, p.content_type,"
              " p.fetched, p.html FROM pages p JOIN articles a ON a.id = p.article_id"
              " WHERE p.html IS NOT NULL ORDER BY p.fetched LIMIT $1",
              to_limit(limit));
  std::vector<PageInDatabase> pages;
  const auto take = [&]() -> Result<void> {
    PageInDatabase& page = pages.emplace_back();
    std::string_view compressed;
    TRY(query.read(page.article, page.source, page.asked, page.url, page.content_type,
                   page.fetched, compressed));
    auto html = decompress_page(compressed);
    if (html.ok()) page.html = *std::move(html);
    return {};
  };
  TRY(query.each(take));
  return pages;
}

Result<bool> Pages::forget_html(model::ArticleId article) {
  TRY_ASSIGN(const auto changed,
             Query::run(db_,
                        "UPDATE pages SET html = NULL WHERE article_id = $1"
                        " AND html IS NOT NULL",
                        article));
  return changed > 0;
}

Result<std::unordered_map<model::ArticleId, model::PageContent>> Pages::contents(
    std::span<const model::ArticleId> articles) {
  Query query(db_,
              "SELECT published, modified, type, title, author, canonical_url, image,"
              " text, parts, kind, article_id FROM page_contents"
              " WHERE article_id IN (SELECT value FROM unnest($1) AS value)",
              articles);
  std::unordered_map<model::ArticleId, model::PageContent> contents;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return contents;
    model::ArticleId article;
    auto content = read_content(query, article);
    if (!content.ok()) return std::move(content).error().within(db_.name());
    contents.emplace(article, *std::move(content));
  }
}

Result<std::optional<model::PageContent>> Pages::content(model::ArticleId article) {
  TRY_ASSIGN(auto contents, this->contents({&article, 1}));
  const auto found = contents.find(article);
  if (found == contents.end()) return std::optional<model::PageContent>();
  return std::optional(std::move(found->second));
}

Result<void> Pages::save_averages(model::SourceId source,
                                  const model::PageAverages& averages) {
  const model::KindAverage& informational = averages.informational;
  const model::KindAverage& hub = averages.hub;
  return Query::enqueue(
      db_,
      "INSERT INTO page_averages (source_id, informational_text,"
      " informational_ratio, informational_pages, hub_text, hub_ratio,"
      " hub_pages) VALUES ($1, $2, $3, $4, $5, $6, $7)"
      " ON CONFLICT (source_id) DO UPDATE SET informational_text = $2,"
      " informational_ratio = $3, informational_pages = $4, hub_text = $5,"
      " hub_ratio = $6, hub_pages = $7",
      source, to_millionths(informational.log_text),
      to_millionths(informational.log_ratio), std::llround(informational.pages),
      to_millionths(hub.log_text), to_millionths(hub.log_ratio),
      std::llround(hub.pages));
}

Result<std::unordered_map<model::SourceId, model::PageAverages>> Pages::averages(
    std::span<const model::SourceId> sources) {
  Query query(db_,
              "SELECT source_id, informational_text, informational_ratio,"
              " informational_pages, hub_text, hub_ratio, hub_pages FROM page_averages"
              " WHERE source_id = $1"
              " OR source_id IN (SELECT value FROM unnest($2) AS value)",
              kAllSources, sources);
  std::unordered_map<model::SourceId, model::PageAverages> all;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return all;
    model::SourceId source;
    std::int64_t text = 0, ratio = 0, pages = 0, hub_text = 0, hub_ratio = 0,
                 hub_pages = 0;
    TRY(query.read(source, text, ratio, pages, hub_text, hub_ratio, hub_pages));
    all[source] = {
        {from_millionths(text), from_millionths(ratio), double(pages)},
        {from_millionths(hub_text), from_millionths(hub_ratio), double(hub_pages)}};
  }
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
