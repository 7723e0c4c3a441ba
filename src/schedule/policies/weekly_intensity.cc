#include "schedule/policies/weekly_intensity.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule {
namespace {

using Days = std::chrono::duration<double, std::ratio<86'400>>;
using ByHour = std::array<double, WeeklyIntensity::kHours>;

constexpr Milliseconds kHour = std::chrono::hours(1);
constexpr Milliseconds kWeek = std::chrono::days(7);
constexpr Time kSomeMonday = Time(std::chrono::days(4));  // 1970-01-05

std::size_t hour_of_week(Time time) {
  Milliseconds since = (time - kSomeMonday) % kWeek;
  if (since < Milliseconds(0)) since += kWeek;
  return static_cast<std::size_t>(since / kHour);
}

ByHour count(std::span<const Time> events, Time begin, Time end) {
  ByHour counts{};
  for (const Time event : events) {
    if (begin <= event && event < end) ++counts[hour_of_week(event)];
  }
  return counts;
}

// In days.
ByHour exposure(Time begin, Time end) {
  ByHour passed{};
  for (Time at = begin; at < end;) {
    const Time next = std::min(end, std::chrono::floor<std::chrono::hours>(at) + kHour);
    passed[hour_of_week(at)] += Days(next - at).count();
    at = next;
  }
  return passed;
}

}  // namespace

WeeklyIntensity::WeeklyIntensity(std::span<const Time> events, Time begin, Time end) {
  const ByHour counts = count(events, begin, end);
  const ByHour passed = exposure(begin, end);
  for (int hour = 0; hour < kHours; ++hour) {
    const double items = passed[hour] > 0 ? counts[hour] / passed[hour] / 24 : 0;
    items_[hour + 1] = items_[hour] + items;
    times_[hour + 1] = times_[hour] + items * (hour + 0.5) / 24;
  }
}

WeeklyIntensity::Flow WeeklyIntensity::flow_until(double days) const {
  const double weeks = std::floor(days / 7);
  const double hours = std::clamp((days - 7 * weeks) * 24, 0.0, double(kHours));
  const int hour = std::min(static_cast<int>(hours), kHours - 1);
  const double part = hours - hour;
  const double more = (items_[hour + 1] - items_[hour]) * part;
  const double items = items_[hour] + more;
  const double times = times_[hour] + more * (hour + part / 2) / 24;
  // Each whole week holds the same items, seven days later than the one before.
  return {weeks * items_[kHours] + items, 7 * items_[kHours] * weeks * (weeks - 1) / 2 +
                                              weeks * times_[kHours] +
                                              7 * weeks * items + times};
}

WeeklyIntensity::Flow WeeklyIntensity::flow(Time from, Time to) const {
  // Counted from a Monday nearby, for the sake of precision.
  const Time monday =
      kSomeMonday + std::chrono::floor<std::chrono::weeks>(from - kSomeMonday);
  const double begin = Days(from - monday).count();
  const Flow before = flow_until(begin);
  const Flow after = flow_until(Days(to - monday).count());
  const double items = after.items - before.items;
  return {items, after.times - before.times - begin * items};
}

double WeeklyIntensity::waiting(Time last, Time now) const {
  if (now <= last) return 0;
  const Flow flow = this->flow(last, now);
  return Days(now - last).count() * flow.items - flow.times;
}

}  // namespace curlew::schedule
