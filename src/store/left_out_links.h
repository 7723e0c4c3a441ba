// Links that a topic's crawl did not follow because of its user's rules: they lead to
// other domains, to what is excluded, too deep, or to a site of which it has visited as
// many pages as it may. Kept so that a change of the rules reaches them without asking
// for every page once more. The first of them are kept, so many for each topic.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct LeftOutLink {
  std::string url;
  // As of NewCrawlPage.
  std::uint64_t key = 0;
  // Which has it; none: a list does.
  model::CrawlPageId page;
  std::uint32_t area = 0;
  double similarity = 0;

  bool operator==(const LeftOutLink&) const = default;
};

// The keys of those that each topic has.
using LeftOutKeys =
    std::unordered_map<model::SourceId, std::unordered_set<std::uint64_t>>;
Result<LeftOutKeys> left_out_keys(Database& db);
// In no order.
Result<std::vector<LeftOutLink>> left_out_links(Database& db, model::SourceId topic);
// In the caller's transaction, both. One that is there stays as it is.
Result<void> leave_out_links(Database& db, model::SourceId topic,
                             std::span<const LeftOutLink> links);
Result<void> forget_left_out(Database& db, model::SourceId topic,
                             std::span<const std::uint64_t> keys);

}  // namespace curlew::store
