#include "base/clock.h"

namespace curlew {

Time SystemClock::now() const {
  return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
}

SteadyTime SystemClock::steady() const {
  return std::chrono::floor<Milliseconds>(std::chrono::steady_clock::now());
}

ManualClock::ManualClock(Time start) : now_ms_(to_unix_ms(start)) {}

Time ManualClock::now() const { return from_unix_ms(now_ms_); }

SteadyTime ManualClock::steady() const { return SteadyTime(Milliseconds(steady_ms_)); }

void ManualClock::advance(Milliseconds by) {
  steady_ms_ += by.count();
  now_ms_ += by.count();
}

void ManualClock::jump(Milliseconds by) { now_ms_ += by.count(); }

}  // namespace curlew
