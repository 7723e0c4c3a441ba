// How much processor time one piece of work may take. A page that is made to be slow,
// or that an algorithm handles badly, is given up when its budget is spent, so that it
// costs nobody but its own visit.
//
//   TimeBudget time(Milliseconds(2'000), thread_cpu_time);
//   for (const Node& node : nodes) {
//     if (!time.step()) return std::nullopt;
//     ...
//   }
//   if (time.is_spent()) return std::nullopt;  // Between two stages.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/time.h"

namespace curlew {

// Says how much time the calling thread has had of a processor. Whatever else the
// machine does meanwhile does not count.
using CpuClock = std::function<std::chrono::nanoseconds()>;

// The real one: CLOCK_THREAD_CPUTIME_ID. A call costs about .3 µs.
std::chrono::nanoseconds thread_cpu_time();

// For the thread that made it.
class TimeBudget {
 public:
  // Never spent.
  TimeBudget() = default;
  // An empty clock means no limit as well.
  TimeBudget(Milliseconds limit, CpuClock clock) : clock_(std::move(clock)) {
    if (clock_) end_ = clock_() + limit;
  }

  // Looks at the clock. Once spent it stays spent.
  bool is_spent() {
    if (!is_spent_ && clock_) is_spent_ = clock_() >= end_;
    return is_spent_;
  }

  // For inner loops: may the next small step be taken? Looks at the clock once in
  // kStepsPerLook calls, so a step should take microseconds at most.
  bool step() {
    if (--steps_left_ > 0) return !is_spent_;
    steps_left_ = kStepsPerLook;
    return !is_spent();
  }

 private:
  static constexpr std::uint32_t kStepsPerLook = 256;

  CpuClock clock_;
  std::chrono::nanoseconds end_{0};
  std::uint32_t steps_left_ = kStepsPerLook;
  bool is_spent_ = false;
};

}  // namespace curlew
