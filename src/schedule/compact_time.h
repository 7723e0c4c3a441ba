// Times as the planner keeps them by the million: whole seconds since 1970 in 32 bits,
// enough until 2106. What must not happen before a time is rounded up, so that rounding
// never makes a visit impolite.

#pragma once

#include <algorithm>
#include <cstdint>

#include "base/time.h"

namespace curlew::schedule {

using Second = std::uint32_t;
inline constexpr Second kNoSecond = ~Second{0};
// Everything from 2106 on.
inline constexpr Second kLastSecond = kNoSecond - 1;

inline Second floor_second(Time time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return static_cast<Second>(std::clamp<std::int64_t>(
      seconds.time_since_epoch().count(), 0, std::int64_t{kLastSecond}));
}

inline Second ceil_second(Time time) {
  return time > from_unix_seconds(kLastSecond) ? kLastSecond
                                               : floor_second(time + Milliseconds(999));
}

inline Time to_time(Second second) { return from_unix_seconds(second); }

// 0 and below are as good as any time in the past.
inline Second earlier(Second second, Milliseconds by) {
  if (second >= kLastSecond) return second;
  return floor_second(to_time(second) - by);
}

}  // namespace curlew::schedule
