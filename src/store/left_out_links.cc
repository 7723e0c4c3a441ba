#include "store/left_out_links.h"

#include <cmath>

#include "store/query.h"

namespace curlew::store {

Result<LeftOutKeys> left_out_keys(Database& db) {
  Query query(db, "SELECT source_id, url_key FROM crawl_left_out");
  LeftOutKeys keys;
  const auto take = [&]() -> Result<void> {
    model::SourceId topic;
    std::uint64_t key = 0;
    TRY(query.read(topic, key));
    keys[topic].insert(key);
    return {};
  };
  TRY(query.each(take));
  return keys;
}

Result<std::vector<LeftOutLink>> left_out_links(Database& db, model::SourceId topic) {
  Query query(db,
              "SELECT url, url_key, page_id, area, similarity FROM crawl_left_out"
              " WHERE source_id = $1",
              topic);
  std::vector<LeftOutLink> links;
  const auto take = [&]() -> Result<void> {
    LeftOutLink& link = links.emplace_back();
    std::int64_t similarity = 0;
    TRY(query.read(link.url, link.key, link.page, link.area, similarity));
    link.similarity = double(similarity) / 1e6;
    return {};
  };
  TRY(query.each(take));
  return links;
}

Result<void> leave_out_links(Database& db, model::SourceId topic,
                             std::span<const LeftOutLink> links) {
  for (const LeftOutLink& link : links) {
    TRY(Query::enqueue(
        db,
        "INSERT INTO crawl_left_out (source_id, url_key, url, page_id, area,"
        " similarity) SELECT $1, $2, $3, $4, $5, $6"
        " WHERE EXISTS (SELECT 1 FROM sources WHERE id = $1) ON CONFLICT DO NOTHING",
        topic, link.key, link.url, link.page, link.area,
        std::int64_t{std::llround(link.similarity * 1e6)}));
  }
  return {};
}

Result<void> forget_left_out(Database& db, model::SourceId topic,
                             std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) {
    TRY(Query::enqueue(
        db, "DELETE FROM crawl_left_out WHERE source_id = $1 AND url_key = $2", topic,
        key));
  }
  return {};
}

}  // namespace curlew::store
