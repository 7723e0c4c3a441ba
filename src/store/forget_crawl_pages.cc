#include "store/forget_crawl_pages.h"

#include <string_view>

#include "store/query.h"

namespace curlew::store {

Result<std::unordered_map<std::uint64_t, model::CrawlPageId>> crawl_seeds(
    Database& db, model::SourceId topic) {
  Query query(db,
              "SELECT url_key, id FROM crawl_pages WHERE source_id = $1 AND standing IN"
              " ('seed', 'gone') AND seed_of = $1",
              topic);
  std::unordered_map<std::uint64_t, model::CrawlPageId> pages;
  const auto take = [&]() -> Result<void> {
    std::uint64_t key = 0;
    model::CrawlPageId page;
    TRY(query.read(key, page));
    pages.emplace(key, page);
    return {};
  };
  TRY(query.each(take));
  return pages;
}

Result<void> forget_crawl_pages(Database& db,
                                std::span<const model::CrawlPageId> pages) {
  for (const std::string_view sql :
       {"INSERT INTO dropped_records (terminal, segment, place, length)"
        " SELECT terminal, segment, place, length FROM crawl_pages"
        " WHERE id = $1 AND article_id = 0 AND digest <> ''"
        " ON CONFLICT DO NOTHING",
        "DELETE FROM crawl_bands WHERE page_id = $1",
        "DELETE FROM crawl_pages WHERE id = $1"}) {
    for (const model::CrawlPageId page : pages) TRY(Query::enqueue(db, sql, page));
  }
  return {};
}

}  // namespace curlew::store
