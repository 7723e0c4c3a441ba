// A crawl that has not begun: which hosts are asked for how many documents, what is
// known of their speed, and within which limits the fetcher will work. Both estimates
// of its time (paper_estimate.h, crawl_estimate.h) read it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "schedule/estimate/download_times.h"

namespace curlew::schedule {

struct PlannedHost {
  std::uint64_t documents = 0;
  // From the end of one request to the start of the next.
  Seconds delay{1};
  DownloadTimes downloads;
  // Hosts with equal numbers share one owner: its delay and its places.
  std::uint32_t owner = 0;
};

// As in fetch/fetcher.h, Politeness.
struct CrawlLimits {
  // Requests at a time, all hosts together.
  std::size_t total = 200;
  // Requests to one owner at a time.
  std::size_t per_owner = 1;
  // Between two requests to one owner.
  Seconds owner_delay{0};
};

// Is a host's robots.txt known already, or is it the first thing that is asked for?
enum class RobotsTxt { kKnown, kAskedFor };

struct CrawlPlan {
  std::vector<PlannedHost> hosts;
  CrawlLimits limits;
  RobotsTxt robots = RobotsTxt::kAskedFor;
};

// More than this is not replayed: it would take minutes.
inline constexpr std::uint64_t kMostDocuments = 10'000'000;

std::uint64_t documents_of(const CrawlPlan& plan);

// kLimit or kMalformed name the number that cannot be: a delay below zero, a limit of
// nothing, more documents than kMostDocuments.
Result<void> check_plan(const CrawlPlan& plan);

}  // namespace curlew::schedule
