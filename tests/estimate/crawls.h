// The crawls whose time is estimated: uneven in hosts, documents, latencies, delays and
// limits. A seed gives their details.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "fetch/fetcher.h"
#include "latency.h"

namespace curlew::estimate {

struct HostSpec {
  std::string name;
  Latency latency;    // When the crawl is made.
  double before = 1;  // The mean was so many times as long when it was learned.
  int learned = 0;    // Documents of the learning crawl.
  int documents = 0;  // Of the crawl that is estimated.
  Milliseconds crawl_delay{0};  // In its robots.txt.
};

struct CrawlSpec {
  std::string name;
  std::vector<HostSpec> hosts;
  fetch::Politeness politeness;
};

// Of 5 to 15 seconds.
std::vector<CrawlSpec> make_crawls(std::uint64_t seed);

}  // namespace curlew::estimate
