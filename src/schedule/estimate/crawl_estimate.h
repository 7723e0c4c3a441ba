// How long a planned crawl will take, as an interval: the crawl is replayed in virtual
// time, by the fetcher's own rules, in many possible worlds (download_model.h).
//
// Pure: equal plans and seeds give equal estimates. A replay of 100,000 documents over
// 1,000 hosts takes 30 ms.

#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "base/time.h"
#include "schedule/estimate/crawl_plan.h"

namespace curlew::schedule {

struct EstimateOptions {
  // Fewer for large crawls, but never below 40.
  std::size_t replays = 400;
  // How likely the truth is between low and high.
  double confidence = 0.95;
  std::uint64_t seed = 1;
};

struct CrawlEstimate {
  // As likely too long as too short.
  Seconds time{0};
  // The shortest interval that holds so many replays.
  Seconds low{0}, high{0};
  // So many requests at a time are enough: with all that the limit allows, the crawl is
  // less than 5 % shorter.
  std::size_t threads = 0;
  // Requests at a time when all that may start do.
  std::size_t peak = 0;
  // Requests at a time, over the whole crawl.
  double mean_in_flight = 0;
  std::size_t replays = 0;
};

// Errors are check_plan()'s.
Result<CrawlEstimate> estimate_crawl(const CrawlPlan& plan,
                                     const EstimateOptions& options);

// How many documents are done when a crawl is broken off after `end`, in the order in
// which the fetcher would come to them.
struct DocumentsWithin {
  // As likely too many as too few.
  std::uint64_t documents = 0;
  // At least so many, in `confidence` of the replays.
  std::uint64_t low = 0;
  std::size_t replays = 0;
};
Result<DocumentsWithin> documents_within(const CrawlPlan& plan, Seconds end,
                                         const EstimateOptions& options);

}  // namespace curlew::schedule
