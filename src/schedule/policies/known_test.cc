#include <gtest/gtest.h>

#include <cmath>

#include "schedule/poisson_rule.h"
#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

std::vector<Time> every(Milliseconds gap, Milliseconds length) {
  std::vector<Time> times;
  for (Milliseconds at = gap / 2; at < length; at += gap) times.push_back(kMonday + at);
  return times;
}

// 24 items a day at a price of 1/12 article-days: T0 = √(2·(1/12)/24) days = 2 h. At a
// price of 3 article-days half a day.
TEST(Known, ASteadySourceIsVisitedEveryRootOfTwicePriceByRate) {
  const std::vector<Time> events = every(minutes(60), days(14));
  const Truth truth{{{{1}, events}}, kMonday, kMonday + days(14)};
  const auto policy = make_known_news_policy(truth);
  policy->joined(0, {{1}, ""});
  PolicyState state;
  const Time due =
      policy->next_visit(state, {.slot = 0, .at = kMonday}, {.price = 1 / 12.0});
  EXPECT_NEAR(double((due - kMonday) / minutes(1)), 120, 20);
  const Time dear = policy->next_visit(state, {.slot = 0, .at = kMonday}, {.price = 3});
  EXPECT_NEAR(double((dear - kMonday) / minutes(1)), 720, 60);
  // Twice the weight is half the price; 12 h of waiting at 1/h are 72 article-hours.
  EXPECT_EQ(
      policy->next_visit(state, {.slot = 0, .at = kMonday}, {.price = 6, .weight = 2}),
      dear);
  EXPECT_NEAR(policy->rank(state.bytes(), kMonday + hours(12), {}), 3, 1e-6);
}

// One item every Tuesday between 9:00 and 10:00, known: with a price well below a week
// of waiting, the visit comes right after that hour.
TEST(Known, GoesWhereThePublicationsAre) {
  std::vector<Time> events;
  for (int week = 0; week < 4; ++week) {
    events.push_back(kMonday + days(7 * week + 1) + hours(9) + minutes(20));
  }
  const Truth truth{{{{1}, events}}, kMonday, kMonday + days(28)};
  const auto policy = make_known_news_policy(truth);
  policy->joined(0, {{1}, ""});
  PolicyState state;
  const Time due =
      policy->next_visit(state, {.slot = 0, .at = kMonday}, {.price = 0.5});
  EXPECT_GE(due, kMonday + days(1) + hours(9) + minutes(30));
  EXPECT_LE(due, kMonday + days(1) + hours(16));
}

TEST(Known, SourcesWithoutAnEventAreVisitedRarely) {
  const Truth truth{{{{1}, {}}}, kMonday, kMonday + days(28)};
  const auto policy = make_known_news_policy(truth);
  policy->joined(0, {{1}, ""});
  PolicyState state;
  const Time due = policy->next_visit(state, {.slot = 0, .at = kMonday}, {.price = 1});
  EXPECT_GT(due, kMonday + days(1));
}

// x = 2: 1 - 3e^-2 = .593994.
TEST(PoissonRule, InvertsTheValueOfWaiting) {
  EXPECT_NEAR(value_of_waiting(2), 0.593994, 1e-6);
  EXPECT_NEAR(value_of_waiting(1e-5), 5e-11, 1e-15);
  EXPECT_NEAR(capture_interval(0.5, value_of_waiting(2)), 4, 1e-9);
  EXPECT_NEAR(freshness_interval(0.5, value_of_waiting(2) / 0.5), 4, 1e-9);
  EXPECT_TRUE(std::isinf(capture_interval(0.5, 1)));
  EXPECT_TRUE(std::isinf(freshness_interval(100, 0.02)));  // Too fast to keep up with.
  EXPECT_TRUE(std::isinf(capture_interval(0, 0.5)));
}

// 28 changes in 14 days are 2 a day; 7 are .5 a day; at the price of x = 2 they are
// downloaded every day and every four.
TEST(Known, DocumentsAllGetTheSameNumberOfExpectedChanges) {
  const std::vector<Time> fast = every(hours(12), days(14));
  const std::vector<Time> slow = every(days(2), days(14));
  const Truth truth{{{{1}, fast}, {{2}, slow}}, kMonday, kMonday + days(14)};
  const auto policy = make_known_documents_policy(model::Objective::kCapture, truth);
  policy->joined(0, {{1}, ""});
  policy->joined(1, {{2}, ""});
  PolicyState state;
  const Terms terms{.price = value_of_waiting(2)};
  const auto wait = [&](Slot slot) {
    const Time due = policy->next_visit(state, {.slot = slot, .at = kMonday}, terms);
    return double((due - kMonday) / minutes(1)) / 1440;
  };
  EXPECT_NEAR(wait(0), 1, 0.001);
  EXPECT_NEAR(wait(1), 4, 0.001);
  EXPECT_NEAR(wait(kNoSlot), 182, 0.001);
  EXPECT_GT(policy->first_price(0.01), 0);
}

}  // namespace
}  // namespace curlew::schedule
