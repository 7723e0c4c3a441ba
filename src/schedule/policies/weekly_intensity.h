// How many items a source publishes in each hour of the week, and the integrals of it
// in constant time.

#pragma once

#include <array>
#include <span>

#include "base/time.h"

namespace curlew::schedule {

class WeeklyIntensity {
 public:
  static constexpr int kHours = 168;

  // The events in [begin, end), by the hour of the week (UTC, from Monday), over how
  // much of that hour passed in that time.
  WeeklyIntensity(std::span<const Time> events, Time begin, Time end);

  double per_day() const { return items_[kHours] / 7; }

  // Between two moments: how many items appear, and when (the sum of their times, in
  // days from `from`).
  struct Flow {
    double items = 0;
    double times = 0;
  };
  Flow flow(Time from, Time to) const;

  // Item-days that what appears since `last` has waited at `now`.
  double waiting(Time last, Time now) const;

 private:
  // From some Monday on until `time`, with times counted from it.
  Flow flow_until(double days) const;

  // Until each hour of the week: items, and the sum of their times since Monday (days).
  std::array<double, kHours + 1> items_{};
  std::array<double, kHours + 1> times_{};
};

}  // namespace curlew::schedule
