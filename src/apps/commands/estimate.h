// How long will the next crawl take, and with how many requests at a time?

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"
#include "schedule/estimate/crawl_plan.h"
#include "store/central_store.h"

namespace curlew::apps {

struct EstimateCommandOptions {
  std::size_t threads = 0;  // 0: as configured.
  std::string within;       // A duration: how many sources fit into it?
  std::uint64_t seed = 1;
  bool json = false;
};
Result<void> estimate_next_crawl(const Context& context,
                                 const EstimateCommandOptions& options);

// What a crawl is made of.
enum class CrawlScope { kSourcesAndPages, kSources };

// A crawl that visits each active or failing source once, and fetches the pages that
// wait, beginning at `now`. What it assumes:
// - A host answers as it did to the visits of the last thirty days.
// - Each host's robots.txt is asked for, as after a start, and names the delay that it
//   named when it was last read.
// - Hosts of one registrable domain share their owner's delay where so configured.
// - All terminals together have their number times the configured limit.
Result<schedule::CrawlPlan> plan_next_crawl(
    store::CentralStore& store, const Config& config, Time now,
    CrawlScope scope = CrawlScope::kSourcesAndPages);

}  // namespace curlew::apps
