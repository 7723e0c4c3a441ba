// The time units used everywhere. Code that needs "now" takes a Clock (base/clock.h).

#pragma once

#include <chrono>
#include <string>

namespace curlew {

using Seconds = std::chrono::duration<double>;
using Milliseconds = std::chrono::milliseconds;

// A point on the wall clock, UTC, to the millisecond.
using Time = std::chrono::sys_time<Milliseconds>;

// A point on a clock that never jumps; only differences mean anything.
using SteadyTime = std::chrono::time_point<std::chrono::steady_clock, Milliseconds>;

// Never reached by a real clock; used as "no deadline".
inline constexpr Time kNever = Time::max();

inline constexpr std::int64_t to_unix_ms(Time time) {
  return time.time_since_epoch().count();
}
inline constexpr Time from_unix_ms(std::int64_t ms) { return Time(Milliseconds(ms)); }
inline constexpr Time from_unix_seconds(std::int64_t seconds) {
  return Time(std::chrono::seconds(seconds));
}

// "2026-11-15T19:41:59Z"; milliseconds are dropped.
std::string to_iso8601(Time time);

// "3 s", "12 min", "5 h", "3 d": what a person wants to read in a table.
std::string to_human(Milliseconds duration);

}  // namespace curlew
