// One execution of a crawler, in the sense of advaRSS: the feeds that are to be visited
// are asked for, and the pages of the articles that are new.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "pipeline/visit.h"
#include "store/terminal_cache.h"
#include "traced_web.h"

namespace curlew::bench {

// kEverything: every feed is downloaded and read. kChanges: by validators and content
// hashes a feed that did not change is recognised, as advaRSS does by its files.
enum class Looks { kEverything, kChanges };

struct Execution {
  Seconds time{0};
  std::size_t feeds = 0;     // Asked for.
  std::size_t articles = 0;  // That were new.
  double megabytes = 0;      // Received.
};

class Crawler {
 public:
  // `at_a_time`: requests, all hosts together.
  Crawler(TracedWeb& web, std::size_t feeds, Looks looks, std::size_t at_a_time);

  // As if the feed had been visited then.
  void remember(std::size_t feed, Time visited);

  Execution execute(std::span<const std::size_t> feeds, Time now);

 private:
  void visit(std::size_t feed, Execution& execution);
  void visit_page(std::size_t feed, const std::string& url, Execution& execution);
  const store::SourceMemory* memory_of(std::size_t feed) const;
  model::VisitOrder order_for(std::size_t feed) const;

  TracedWeb& web_;
  const Looks looks_;
  const SystemClock clock_;
  const pipeline::VisitOptions options_{.terminal = "bench"};
  std::vector<std::optional<store::SourceMemory>> memories_;
  std::unique_ptr<http::Client> client_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
};

}  // namespace curlew::bench
