#include "schedule/policies/hourly_rates.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::schedule {
namespace {

using Hours = std::chrono::duration<double, std::ratio<3600>>;

constexpr Milliseconds kHour = std::chrono::hours(1);
constexpr Milliseconds kDay = std::chrono::hours(24);

using ByHour = std::array<double, HourlyRates::kHours>;

// Where a time lies in its day.
struct TimeOfDay {
  explicit TimeOfDay(Time time)
      : since_midnight(time - std::chrono::floor<std::chrono::days>(time)),
        hour(static_cast<int>(since_midnight / kHour)) {}

  Milliseconds since_midnight;
  int hour;
  Milliseconds left() const { return kHour * (hour + 1) - since_midnight; }
};

// Calls visit(hour of the day, length in hours) for each hour and part of one, in
// order. `length` is at most a day.
template <typename Visit>
void for_each_hour(Time begin, Milliseconds length, Visit visit) {
  TimeOfDay at(begin);
  Milliseconds part = std::min(at.left(), length);
  int hour = at.hour;
  while (length > Milliseconds(0)) {
    visit(hour, Hours(part).count());
    length -= part;
    part = std::min(kHour, length);
    hour = hour + 1 == HourlyRates::kHours ? 0 : hour + 1;
  }
}

std::size_t weekday_of(Time time) {
  return std::chrono::weekday(std::chrono::floor<std::chrono::days>(time)).c_encoding();
}

// Calls visit(begin, end, weekday) for each day and part of one, in order. Of more than
// eight weeks only the last eight are parted: `visit` is not called for what is before,
// which is returned.
template <typename Visit>
Time for_each_day(Time last, Time now, Visit visit) {
  const Time first = std::max(last, now - 56 * kDay);
  for (Time at = first; at < now;) {
    const Time midnight = std::chrono::floor<std::chrono::days>(at) + kDay;
    const Time end = std::min(now, midnight);
    visit(at, end, weekday_of(at));
    at = end;
  }
  return first;
}

// How much of each hour of the day passed.
ByHour exposure(Time last, Time now) {
  const auto days = (now - last) / kDay;
  ByHour hours;
  hours.fill(double(days));
  for_each_hour(last, now - last - days * kDay,
                [&hours](int hour, double length) { hours[hour] += length; });
  return hours;
}

// The same, with each day's hours by its weight.
ByHour exposure(Time last, Time now, const WeekdayWeights& weights) {
  ByHour hours{};
  const auto add = [&hours](Time begin, Time end, double weight) {
    const ByHour part = exposure(begin, end);
    for (int hour = 0; hour < HourlyRates::kHours; ++hour) {
      hours[hour] += weight * part[hour];
    }
  };
  const Time parted = for_each_day(last, now, [&](Time begin, Time end, auto day) {
    add(begin, end, weights[day]);
  });
  if (last < parted) add(last, parted, 1);
  return hours;
}

ByHour count_by_hour(const Observation& seen, Time last, const ByHour& exposure) {
  ByHour counts{};
  std::uint32_t timed = 0;
  for (const Time time : seen.item_times) {
    if (time <= last || time > seen.at || timed == seen.new_items) continue;
    ++counts[TimeOfDay(time).hour];
    ++timed;
  }
  const double spread = (seen.new_items - timed) / Hours(seen.at - last).count();
  for (int hour = 0; hour < HourlyRates::kHours; ++hour) {
    counts[hour] += spread * exposure[hour];
  }
  return counts;
}

}  // namespace

HourlyRates::HourlyRates() : per_day(kFirst * kHours) {
  std::fill(std::begin(per_hour), std::end(per_hour), kFirst);
}

double HourlyRates::articles(Time last, Time now, const WeekdayWeights& weights) const {
  if (weights == kEvenWeek) return even_articles(last, now);
  double sum = 0;
  const Time parted = for_each_day(last, now, [&](Time begin, Time end, auto day) {
    sum += weights[day] * even_articles(begin, end);
  });
  return sum + even_articles(last, parted);
}

double HourlyRates::waiting(Time last, Time now, const WeekdayWeights& weights) const {
  if (weights == kEvenWeek) return even_waiting(last, now);
  double sum = 0;
  const auto add = [&](Time begin, Time end, double weight) {
    sum += weight * (even_waiting(begin, end) +
                     even_articles(begin, end) * Hours(now - end).count() / kHours);
  };
  const Time parted = for_each_day(last, now, [&](Time begin, Time end, auto day) {
    add(begin, end, weights[day]);
  });
  if (last < parted) add(last, parted, 1);
  return sum;
}

double HourlyRates::even_articles(Time last, Time now) const {
  if (now <= last) return 0;
  const auto days = (now - last) / kDay;
  double sum = double(days) * per_day;
  for_each_hour(last, now - last - days * kDay,
                [&](int hour, double length) { sum += per_hour[hour] * length; });
  return sum;
}

// The days that end now all hold the same articles, each day's wait a day longer than
// the next one's; the part of a day before them comes first.
double HourlyRates::even_waiting(Time last, Time now) const {
  if (now <= last) return 0;
  const auto days = (now - last) / kDay;
  const auto waited_since = [&](Time begin, Milliseconds length) {
    double sum = 0;
    double age = Hours(now - begin).count();
    for_each_hour(begin, length, [&](int hour, double part) {
      sum += per_hour[hour] * part * (age - part / 2);
      age -= part;
    });
    return sum / kHours;
  };
  const double before = waited_since(last, now - last - days * kDay);
  if (days == 0) return before;
  const double latest_day = waited_since(now - kDay, kDay);
  return before + double(days) * latest_day +
         per_day * double(days) * double(days - 1) / 2;
}

void HourlyRates::learn(const Observation& seen, Time last, float pace,
                        const WeekdayWeights& weights) {
  if (seen.at <= last) return;
  const ByHour hours = exposure(last, seen.at);
  const ByHour weighted =
      weights == kEvenWeek ? hours : exposure(last, seen.at, weights);
  const ByHour counts = count_by_hour(seen, last, hours);
  per_day = 0;
  for (int hour = 0; hour < kHours; ++hour) {
    if (hours[hour] > 0) {
      const double observed = counts[hour] / weighted[hour];
      const double step = pace * std::min(hours[hour], 1.0);
      const double rate = per_hour[hour] + step * (observed - per_hour[hour]);
      per_hour[hour] = std::max(static_cast<float>(rate), kLeast);
    }
    per_day += per_hour[hour];
  }
}

std::vector<float> HourlyRates::profile(const WeekdayWeights& weights) const {
  std::vector<float> profile;
  profile.reserve(7 * kHours);
  for (int day = 1; day <= 7; ++day) {  // From Monday.
    for (const float rate : per_hour) {
      profile.push_back(rate * kHours / per_day * weights[day % 7]);
    }
  }
  return profile;
}

}  // namespace curlew::schedule
