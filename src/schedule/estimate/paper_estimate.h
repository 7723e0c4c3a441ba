// The crawl-time estimate of WOD §5, as published: threads per domain (our owner) from
// mean download time and delay, domains packed into bins as long as the longest of
// them.
//
// It is here to be compared with. It lets several threads ask one host as long as their
// starts are a delay apart, which Curlew's fetcher does not do, and knows only means.

#pragma once

#include <cstddef>

#include "base/time.h"
#include "schedule/estimate/crawl_plan.h"

namespace curlew::schedule {

// What the paper assumes of a host that it knows nothing of.
inline constexpr Seconds kPaperDownload{2};
inline constexpr Seconds kPaperDelay{1};

struct PaperEstimate {
  Seconds time{0};
  // All bins together.
  std::size_t threads = 0;
  // Threads that one owner may have at most.
  std::size_t cap = 0;
};

// Reads documents, mean download times and delays of `plan`, and its total as the
// maximum number of threads. Hosts without documents count for nothing.
PaperEstimate estimate_by_packing(const CrawlPlan& plan);

}  // namespace curlew::schedule
