#include "schedule/policies/hourly_rates.h"

#include <gtest/gtest.h>

#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// r[9] = 6, r[10] = 2, else 0.1.
HourlyRates morning_paper() {
  HourlyRates rates;
  for (float& rate : rates.per_hour) rate = 0.1f;
  rates.per_hour[9] = 6;
  rates.per_hour[10] = 2;
  rates.per_day = 22 * 0.1f + 8;
  return rates;
}

// 9:30-10:30: half an hour at 6 and half an hour at 2 = 4. A day more: + 10.2.
TEST(HourlyRates, ArticlesAreCountedByWholeAndPartialHours) {
  const HourlyRates rates = morning_paper();
  const Time last = kMidnight + hours(9) + minutes(30);
  EXPECT_NEAR(rates.articles(last, last + hours(1)), 4, 1e-6);
  EXPECT_NEAR(rates.articles(last, last + hours(25)), 14.2, 1e-5);
  EXPECT_NEAR(rates.articles(last, last + minutes(6)), 0.6, 1e-6);
  EXPECT_EQ(rates.articles(last, last), 0);
  EXPECT_EQ(rates.articles(last, last - hours(1)), 0);
}

// 3 hours at 1/h: 3²/2 article-hours. 9:30-10:30: 3 articles that wait .75 h in the
// mean, one that waits .25 h: 2.5 article-hours. Two days at 1/h: 48²/2.
TEST(HourlyRates, WaitingIsTheAgeOfTheExpectedArticles) {
  const HourlyRates even;
  EXPECT_NEAR(even.waiting(kMidnight, kMidnight + hours(3)), 4.5 / 24, 1e-9);
  EXPECT_NEAR(even.waiting(kMidnight, kMidnight + hours(48)), 1152.0 / 24, 1e-9);
  EXPECT_NEAR(even.waiting(kMidnight, kMidnight + hours(55)), 1512.5 / 24, 1e-9);
  const Time last = kMidnight + hours(9) + minutes(30);
  EXPECT_NEAR(morning_paper().waiting(last, last + hours(1)), 2.5 / 24, 1e-7);
}

// Both integrals against a sum over minutes.
TEST(HourlyRates, AgreesWithASumOverMinutes) {
  Random random(3);
  HourlyRates rates;
  rates.per_day = 0;
  for (float& rate : rates.per_hour) {
    rate = static_cast<float>(random.below(100)) / 10;
    rates.per_day += rate;
  }
  for (int i = 0; i < 50; ++i) {
    const Time last = kMidnight + minutes(random.below(3000));
    const auto length = static_cast<int>(random.below(6000));
    double articles = 0;
    double waiting = 0;
    for (int m = 0; m < length; ++m) {
      const Time at = last + minutes(m);
      const auto hour = (at - kMidnight) / hours(1) % 24;
      articles += rates.per_hour[hour] / 60;
      waiting += rates.per_hour[hour] / 60 * (length - m - 0.5) / 1440;
    }
    const Time now = last + minutes(length);
    ASSERT_NEAR(rates.articles(last, now), articles, 1e-6 * articles + 1e-9);
    ASSERT_NEAR(rates.waiting(last, now), waiting, 1e-6 * waiting + 1e-9);
  }
}

// A Wednesday with twice the articles of a mean day: 9:30-10:30 has 8 instead of 4, and
// what is learned of it is half as much as of another day.
TEST(HourlyRates, EachDayHasItsWeight) {
  WeekdayWeights weights{};
  weights[3] = 2;
  weights[4] = 0.5;
  const HourlyRates rates = morning_paper();
  const Time last = kMidnight + hours(9) + minutes(30);
  EXPECT_NEAR(rates.articles(last, last + hours(1), weights), 8, 1e-5);
  EXPECT_NEAR(rates.waiting(last, last + hours(1), weights), 5 / 24.0, 1e-6);
  // To Thursday 9:30: the rest of Wednesday, 3 + 2 + 1.3, and 9 hours and a half of
  // Thursday, .9 + 3.
  EXPECT_NEAR(rates.articles(last, last + hours(24), weights), 2 * 6.3 + 0.5 * 3.9,
              1e-5);
  HourlyRates learning;
  const Time items[] = {last + minutes(10), last + minutes(20), last + minutes(40)};
  learning.learn({.at = last + hours(1), .new_items = 3, .item_times = items}, last,
                 0.5f, weights);
  EXPECT_FLOAT_EQ(learning.per_hour[9], 1 + 0.25f * (2 - 1));
  EXPECT_FLOAT_EQ(learning.per_hour[10], 1);
}

// Pace 1/2. 9:30-10:30, articles at 9:40, 9:50, 10:10: n/x = 4 and 2; r = 1 + ½·½·(4-1)
// = 1.75 and 1 + ½·½·(2-1) = 1.25.
TEST(HourlyRates, RatesMoveTowardsTheHoursThatArticlesState) {
  HourlyRates rates;
  const Time last = kMidnight + hours(9) + minutes(30);
  const Time items[] = {last + minutes(10), last + minutes(20), last + minutes(40)};
  rates.learn({.at = last + hours(1), .new_items = 3, .item_times = items}, last, 0.5f);
  EXPECT_FLOAT_EQ(rates.per_hour[9], 1.75);
  EXPECT_FLOAT_EQ(rates.per_hour[10], 1.25);
  EXPECT_FLOAT_EQ(rates.per_hour[11], 1);
  EXPECT_FLOAT_EQ(rates.per_day, 25);
}

// Without times the same three are spread: 1.5 in each half hour, n/x = 3, r = 1 +
// ½·½·2.
TEST(HourlyRates, ArticlesWithoutATimeOrWithAnImpossibleOneAreSpread) {
  const Time last = kMidnight + hours(9) + minutes(30);
  const Time impossible[] = {last - hours(5), last + hours(5), Time::max()};
  for (const auto times :
       {std::span<const Time>{}, std::span<const Time>(impossible)}) {
    HourlyRates rates;
    rates.learn({.at = last + hours(1), .new_items = 3, .item_times = times}, last,
                0.5f);
    EXPECT_FLOAT_EQ(rates.per_hour[9], 1.5);
    EXPECT_FLOAT_EQ(rates.per_hour[10], 1.5);
    EXPECT_FLOAT_EQ(rates.per_day, 25);
  }
}

// Three days of nothing at pace ½ halve every rate once, not thrice; the minimum stays.
TEST(HourlyRates, LongSilenceMovesEveryHourButNotBelowTheMinimum) {
  HourlyRates rates = morning_paper();
  rates.learn({.at = kMidnight + hours(72)}, kMidnight, 0.5f);
  EXPECT_FLOAT_EQ(rates.per_hour[9], 3);
  EXPECT_FLOAT_EQ(rates.per_hour[10], 1);
  EXPECT_FLOAT_EQ(rates.per_hour[11], 0.1f);
}

TEST(HourlyRates, ItsProfileIsRelativeToTheMeanAndStartsOnMonday) {
  const std::vector<float> profile = morning_paper().profile();
  ASSERT_EQ(profile.size(), 168u);
  EXPECT_FLOAT_EQ(profile[9], 6 * 24 / 10.2f);
  EXPECT_FLOAT_EQ(profile[6 * 24 + 10], 2 * 24 / 10.2f);
}

}  // namespace
}  // namespace curlew::schedule
