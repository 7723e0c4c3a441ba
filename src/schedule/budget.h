// How many visits a tick may make. A share of the sources per hour; what a tick cannot
// spend as a whole visit is carried over, what it leaves unused is lost (a burst after
// a quiet night would be impolite).

#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "base/time.h"

namespace curlew::schedule {

class TickBudget {
 public:
  // `share_per_hour` of all sources, e.g. 0.15; nullopt: no limit.
  TickBudget(std::optional<double> share_per_hour, Milliseconds tick)
      : share_per_hour_(share_per_hour), tick_(tick) {}

  // The number of visits that the tick now beginning may make.
  std::size_t next_tick(std::size_t sources) {
    if (!share_per_hour_) return std::numeric_limits<std::size_t>::max();
    const double hours = std::chrono::duration<double, std::ratio<3600>>(tick_).count();
    fraction_ += *share_per_hour_ * hours * double(sources);
    const auto whole = static_cast<std::size_t>(fraction_);
    fraction_ -= double(whole);
    return whole;
  }

 private:
  std::optional<double> share_per_hour_;
  Milliseconds tick_;
  double fraction_ = 0;
};

}  // namespace curlew::schedule
