// What the strategies of WOD §4.1 share: where intervals start and end, and the
// factors.

#pragma once

#include <algorithm>

#include "schedule/policies/interval_policy.h"

namespace curlew::schedule {

// WOD §4.1: "fixed between a minimum and maximum value": one day and six months. The
// paper does not say where a document starts; with a week the figures of the design
// page come out.
inline constexpr Days kShortestInterval{1};
inline constexpr Days kLongestInterval{182};
inline constexpr Days kFirstInterval{7};
inline constexpr Days kOneWeek{7};
inline constexpr Days kOneMonth{30};
inline constexpr Days kTwoMonths{60};

inline Days within_limits(Days interval) {
  return std::clamp(interval, kShortestInterval, kLongestInterval);
}

// Of window, state-1 and state-2: the likelier a change, the shorter the interval,
// within the limits.
Days adapt_to_likelihood(Days interval, double likelihood);

}  // namespace curlew::schedule
