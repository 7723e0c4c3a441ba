// Where "now" comes from. Everything below `apps` takes a Clock in its constructor, so
// that tests and the simulator can run a week in a second.

#pragma once

#include <atomic>

#include "base/time.h"

namespace curlew {

class Clock {
 public:
  virtual ~Clock() = default;

  // The wall clock. May jump in either direction: use it for what people see and for
  // what is stored, never to measure how long something took.
  virtual Time now() const = 0;

  // Never jumps. Use it for delays, time-outs and durations.
  virtual SteadyTime steady() const = 0;
};

// The machine's clocks. Thread-safe.
class SystemClock final : public Clock {
 public:
  Time now() const override;
  SteadyTime steady() const override;
};

// Stands still until told otherwise. Thread-safe.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Time start = from_unix_seconds(1'700'000'000));

  Time now() const override;
  SteadyTime steady() const override;

  void advance(Milliseconds by);
  // Moves the wall clock alone, as an operator or a time server does.
  void jump(Milliseconds by);

 private:
  std::atomic<std::int64_t> now_ms_;
  std::atomic<std::int64_t> steady_ms_{1'000'000};
};

}  // namespace curlew
