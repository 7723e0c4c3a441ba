// A server that scores its clients as strict feed publishers do: it offers feeds with
// every kind of validator, freshness, wish and trouble (score/feed_plan.h), watches how
// a client treats them, and keeps a list of faults (score/fault.h).
//
// It lives by the clock it is given. A test steps a ManualClock through a week, and the
// real fetcher talks to the server over loopback sockets meanwhile. Step the clock only
// while no request is on the wire: an arrival is dated when it is handled.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sim/score/fault.h"
#include "sim/score/judge.h"

namespace curlew::sim {

struct PublisherScoreOptions {
  // 0: any free one.
  std::uint16_t port = 0;
  JudgeOptions judge;
};

// All functions are thread-safe.
class PublisherScore {
 public:
  // Stops serving.
  virtual ~PublisherScore() = default;

  virtual std::uint16_t port() const = 0;
  // To subscribe to.
  virtual std::vector<std::string> feed_urls() const = 0;
  virtual std::vector<Fault> faults() const = 0;
  virtual std::vector<FeedTally> requests() const = 0;
};

// The clock must outlive the server; its present is the beginning of the simulated
// time.
Result<std::unique_ptr<PublisherScore>> start_publisher_score(
    PublisherScoreOptions options, const Clock& clock);

}  // namespace curlew::sim
