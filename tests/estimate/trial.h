// One crawl estimated and then made: a learning crawl by the real fetcher over real
// sockets, the estimates from what it saw, and then the crawl itself.

#pragma once

#include <cstdint>
#include <string>

#include "base/time.h"
#include "crawls.h"
#include "schedule/estimate/crawl_estimate.h"
#include "schedule/estimate/paper_estimate.h"

namespace curlew::estimate {

struct Trial {
  std::string name;
  std::size_t hosts = 0;
  std::uint64_t documents = 0;
  std::size_t total = 0;
  schedule::CrawlEstimate ours;
  schedule::PaperEstimate paper;
  Seconds truth{0};

  double error() const { return ours.time / truth - 1; }
  double paper_error() const { return paper.time / truth - 1; }
  // Of the interval's farther end from the point.
  double width() const;
  bool is_contained() const { return ours.low <= truth && truth <= ours.high; }
};

// Who makes the crawls: the fetcher over sockets, or the replay in virtual time, which
// takes no time and so shows what chance alone does over many seeds.
enum class Maker { kFetcher, kReplay };

// Ends the program when a document cannot be fetched: the loopback web has them all.
Trial run_trial(const CrawlSpec& crawl, std::uint64_t seed, Maker maker);

}  // namespace curlew::estimate
