// What the strategies of WOD §4 share: an interval that grows and shrinks within
// limits.

#pragma once

#include <algorithm>

#include "base/time.h"

namespace curlew::schedule {

using Days = std::chrono::duration<double, std::ratio<86'400>>;

// WOD §4.1: "fixed between a minimum and maximum value": one day and six months. The
// paper does not say where a document starts; with a week the figures of the design
// page come out.
inline constexpr Days kShortestInterval{1};
inline constexpr Days kLongestInterval{182};
inline constexpr Days kFirstInterval{7};
inline constexpr Days kOneWeek{7};
inline constexpr Days kOneMonth{30};

inline Days within_limits(Days interval) {
  return std::clamp(interval, kShortestInterval, kLongestInterval);
}

inline Time after(Time time, Days interval) {
  return time + std::chrono::round<Milliseconds>(interval);
}

}  // namespace curlew::schedule
