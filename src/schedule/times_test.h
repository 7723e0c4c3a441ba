// Moments that tests begin at.

#pragma once

#include "base/time.h"

namespace curlew::schedule {

inline constexpr Time kStart = from_unix_seconds(1'700'000'000);
inline constexpr Time kMidnight = from_unix_seconds(1'700'006'400);  // 2023-11-15.
inline constexpr Time kMonday = from_unix_seconds(1'699'833'600);    // 2023-11-13, 0 h.

}  // namespace curlew::schedule
