// How many articles a source publishes in each hour of the day (UTC): what the
// posting-history phase of advaRSS knows (RSS-A §III.B).

#pragma once

#include <array>
#include <vector>

#include "schedule/policy.h"

namespace curlew::schedule {

// How much more than in the mean a source publishes on each weekday, from Sunday; their
// mean is 1.
using WeekdayWeights = std::array<float, 7>;
inline constexpr WeekdayWeights kEvenWeek{1, 1, 1, 1, 1, 1, 1};

struct HourlyRates {
  static constexpr int kHours = 24;
  // "A minimum value greater than zero": who seems to publish nothing must be visited
  // again. It matters: with a tenth of it delays are an eighth longer.
  static constexpr float kLeast = 0.1f;
  static constexpr float kFirst = 1;

  HourlyRates();

  float per_hour[kHours];
  // The sum of all hours, so that whole days cost nothing.
  float per_day;

  // articles(now) = ∫ last→now r[hour(t)]/3600 dt (eq. 5), exact by whole and partial
  // hours; each day's by its weight.
  double articles(Time last, Time now, const WeekdayWeights& weights = kEvenWeek) const;

  // ∫ last→now (now-t)·r[hour(t)]/3600 dt: how long they have waited altogether, in
  // article-days.
  double waiting(Time last, Time now, const WeekdayWeights& weights = kEvenWeek) const;

  // "The updating process distributes the number of new articles to each hourly rate."
  // Of each hour of the day that passed since `last`, by its length x (at most one
  // hour) and the articles n in it:
  //   r += pace·x·(n/x - r), not below the minimum.
  // An article belongs to the hour that it states; those without a time of their own,
  // or with one that cannot be, are spread evenly over the time since `last`. An hour
  // of a day with half the weight counts as half an hour: a quiet Sunday tells little.
  void learn(const Observation& seen, Time last, float pace,
             const WeekdayWeights& weights = kEvenWeek);

  // What people may read of it: Belief::profile.
  std::vector<float> profile(const WeekdayWeights& weights = kEvenWeek) const;

 private:
  double even_articles(Time last, Time now) const;
  double even_waiting(Time last, Time now) const;
};

}  // namespace curlew::schedule
