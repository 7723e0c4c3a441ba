// What was seen of a host's download times: how many, their mean and spread, and the
// times themselves as far as they are kept.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"

namespace curlew::schedule {

struct DownloadTimes {
  // Downloads seen; 0: nothing is known, the rest is ignored.
  std::size_t count = 0;
  Seconds mean{0};
  // Nullopt: only a mean is known.
  std::optional<Seconds> deviation;
  // Seconds, in no order; stands for the whole distribution. Empty: log-normal.
  std::vector<float> seen;
};

// Kept of one host. More tell little: a mean of 256 is right within 6 % where times
// scatter as much as they last.
inline constexpr std::size_t kTimesKept = 256;

// Of more than kTimesKept, evenly spaced quantiles are kept, scaled to the same mean.
DownloadTimes summarise(std::span<const Seconds> times);

}  // namespace curlew::schedule
