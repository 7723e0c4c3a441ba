#include "schedule/policies/weekly_intensity.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

// Two weeks; on both Tuesdays at 9:15 and 9:45, on one Friday at 20:10: 2 items in the
// hour of Tuesday, half an item in that of Friday.
WeeklyIntensity weekly() {
  std::vector<Time> events;
  for (int week = 0; week < 2; ++week) {
    const Time nine = kMonday + days(7 * week + 1) + hours(9);
    events.push_back(nine + minutes(15));
    events.push_back(nine + minutes(45));
  }
  events.push_back(kMonday + days(11) + hours(20) + minutes(10));
  events.push_back(kMonday + days(14));  // Too late.
  return WeeklyIntensity(events, kMonday, kMonday + days(14));
}

TEST(WeeklyIntensity, IsTheMeanOfEachHourOfTheWeek) {
  const WeeklyIntensity source = weekly();
  EXPECT_NEAR(source.per_day(), 2.5 / 7, 1e-12);
  const Time nine = kMonday + days(1) + hours(9);
  EXPECT_NEAR(source.flow(nine, nine + hours(1)).items, 2, 1e-9);
  EXPECT_NEAR(source.flow(nine + minutes(30), nine + hours(5)).items, 1, 1e-9);
  EXPECT_NEAR(source.flow(kMonday, nine).items, 0, 1e-9);
  EXPECT_NEAR(source.flow(nine, nine + days(21)).items, 7.5, 1e-9);
}

// From 9:00 to 11:00: two items that wait 1.5 h in the mean = 3 article-hours. A week
// later the same two have waited 168 h more each, and half an item since Friday 20:30.
TEST(WeeklyIntensity, WaitingIsTheAgeOfWhatAppeared) {
  const WeeklyIntensity source = weekly();
  const Time nine = kMonday + days(1) + hours(9);
  EXPECT_NEAR(source.waiting(nine, nine + hours(2)), 3.0 / 24, 1e-9);
  const Time later = kMonday + days(8) + hours(9);
  EXPECT_NEAR(source.waiting(nine, later), (2 * 167.5 + 0.5 * 84.5) / 24, 1e-9);
  EXPECT_EQ(source.waiting(later, nine), 0);
}

TEST(WeeklyIntensity, AgreesWithASumOverMinutes) {
  Random random(4);
  std::vector<Time> events;
  for (int i = 0; i < 500; ++i)
    events.push_back(kMonday + minutes(random.below(10'080)));
  const WeeklyIntensity source(events, kMonday, kMonday + days(7));
  for (int round = 0; round < 20; ++round) {
    const Time from = kMonday + minutes(random.below(100'000));
    const auto length = static_cast<int>(random.below(30'000));
    double waiting = 0;
    for (int m = 0; m < length; ++m) {
      const Time at = from + minutes(m);
      waiting += source.flow(at, at + minutes(1)).items * (length - m - 0.5) / 1440;
    }
    ASSERT_NEAR(source.waiting(from, from + minutes(length)), waiting,
                1e-9 + 1e-9 * waiting);
  }
}

TEST(WeeklyIntensity, HoursThatWereNeverSeenHoldNothing) {
  const std::vector<Time> events = {kMonday + hours(1)};
  const WeeklyIntensity source(events, kMonday, kMonday + hours(2));
  EXPECT_NEAR(source.flow(kMonday, kMonday + days(7)).items, 1, 1e-12);
  EXPECT_EQ(WeeklyIntensity({}, kMonday, kMonday).per_day(), 0);
}

}  // namespace
}  // namespace curlew::schedule
