// A planned crawl in virtual time: which request starts when, under the rules of our
// fetcher, if every download takes as long as `draw` says.
//
// The rules are those of fetch/polite_queue.h: one owner's requests are spaced from the
// end (or the start, whichever was later) of one to the start of the next, at most
// `per_owner` of them run at once and at most `total` of all; of the owners that are
// ready the one with most work goes first. A host's documents wait for its robots.txt.
// Making a connection is part of a download's time, as it is in the crawl log.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/time.h"
#include "schedule/estimate/crawl_plan.h"

namespace curlew::schedule {

// How long the next download from the host with this index takes.
using DrawDownload = std::function<Seconds(std::size_t host)>;

struct Replayed {
  // From the first request to the end of the last.
  Seconds time{0};
  // Requests at a time.
  std::size_t peak = 0;
  double mean_in_flight = 0;
  // Downloaded whole; without the robots.txt files.
  std::uint64_t documents = 0;
};

// O(log n) a request; memory in proportion to hosts, not to documents. The plan must
// have passed check_plan(). A crawl that is not done by then is broken off at `end`.
inline constexpr Seconds kNoEnd{std::numeric_limits<double>::infinity()};
Replayed replay_crawl(const CrawlPlan& plan, const DrawDownload& draw,
                      Seconds end = kNoEnd);

}  // namespace curlew::schedule
