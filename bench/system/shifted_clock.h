// The machine's time, and further on by what was skipped.

#pragma once

#include "base/clock.h"

namespace curlew::bench {

class ShiftedClock final : public Clock {
 public:
  Time now() const override { return real_.now() + shift_; }
  SteadyTime steady() const override { return real_.steady() + shift_; }
  void skip(Milliseconds by) { shift_ += by; }

 private:
  SystemClock real_;
  Milliseconds shift_{0};
};

}  // namespace curlew::bench
