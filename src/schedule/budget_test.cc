#include "schedule/budget.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/make_policy.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::minutes;

TEST(TickBudget, CarriesFractionsOver) {
  TickBudget budget({BudgetKind::kPerTick, 0.15}, minutes(10));
  std::size_t visits = 0;
  for (int tick = 0; tick < 600; ++tick) visits += budget.next_tick(7);
  EXPECT_NEAR(double(visits), 0.15 * 7 * 100, 1);
}

TEST(TickBudget, ALongSleepSavesUpOneVisitAtMost) {
  TickBudget budget({BudgetKind::kPerTick, 0.15}, minutes(10));
  EXPECT_EQ(budget.next_tick(4, 100), 1u);
  EXPECT_EQ(budget.next_tick(400, 100), 10u);
}

// Ten visits beyond the allowance of ten a tick cost half of the next two.
TEST(TickBudget, HalfOfWhatFollowsPaysForVisitsBeyondIt) {
  TickBudget budget({BudgetKind::kPerTick, 0.6}, minutes(10));
  EXPECT_EQ(budget.next_tick(100), 10u);
  budget.owe(10);
  EXPECT_EQ(budget.next_tick(100), 5u);
  EXPECT_EQ(budget.next_tick(100), 5u);
  EXPECT_EQ(budget.next_tick(100), 10u);
}

// A source is visited once in two days at a price of 8: once in a day at a price of 2.
TEST(Demand, FallsWithTheRootOfThePrice) {
  EXPECT_NEAR(Demand::at_price(0.5, 8).visits() / std::sqrt(2), 1, 1e-3);
  EXPECT_TRUE(Demand::at_price(0.5, 8).heeds_price());
  EXPECT_NEAR(Demand::at_any_price(0.5).visits(), 0.5, 1e-3);
  EXPECT_FALSE(Demand::at_any_price(0.5).heeds_price());
  EXPECT_FALSE(Demand().is_known());
}

// A hundred thousand sources that ask for twice as many visits as there may be, at a
// price of 1: it becomes 4, at once, since nothing else is known.
TEST(Price, IsWhereDemandMeetsTheBudget) {
  Price price(1.0);
  for (int i = 0; i < 100'000; ++i) price.replan({}, Demand::at_price(2, 1));
  price.end_tick(100'000, 100'000, 100'000, days(1));
  EXPECT_NEAR(price.value(), 4, 0.02);
}

// Half of the sources are visited once in two days by their users' wish: the others
// may be visited three times in two days. They ask for one a day at a price of 1.
TEST(Price, LeavesToTheOthersWhatOwnIntervalsLeave) {
  Price price(1.0);
  for (int i = 0; i < 100'000; ++i) {
    price.replan({}, i % 2 == 0 ? Demand::at_any_price(0.5) : Demand::at_price(1, 1));
  }
  price.end_tick(100'000, 100'000, 100'000, days(1));
  EXPECT_NEAR(price.value(), 1 / 2.25, 0.01);
}

// What one day spent too much is saved within 1.2 days: with .12 of a day's visits too
// many, a tenth of each; 1/(1 - 1/10)^2 of the price.
TEST(Price, VisitsMadeTooOftenAreSavedLater) {
  Price price(1.0);
  for (int i = 0; i < 100'000; ++i) price.replan({}, Demand::at_price(1, 1));
  price.end_tick(112'000, 100'000, 100'000, days(1));
  EXPECT_NEAR(price.value(), 1 / 0.81, 0.01);
  price.end_tick(88'000, 100'000, 100'000, days(1));
  EXPECT_NEAR(price.value(), 1, 0.01);
}

TEST(Price, NeverLeavesItsBounds) {
  Price price(2.0);
  price.replan({}, Demand::at_price(1e9, 2));
  for (int tick = 0; tick < 10'000; ++tick) price.end_tick(0, 10, 10, minutes(10));
  EXPECT_LE(price.value(), 2e6);
  price.restore({.price = 1e9});
  EXPECT_LE(price.value(), 2e6);
}

TEST(BudgetFor, EveryTickLimitsAPolicyThatHeedsNoPrice) {
  const BudgetOptions asked{BudgetKind::kPerDay, 0.05};
  const auto priced = make_curlew_policy(model::Objective::kCapture);
  const auto priceless = make_policy("fix", {model::Objective::kCapture});
  ASSERT_TRUE(priceless.ok());
  EXPECT_EQ(budget_for(*priced, asked).kind, BudgetKind::kPerDay);
  EXPECT_EQ(budget_for(**priceless, asked).kind, BudgetKind::kPerTick);
}

}  // namespace
}  // namespace curlew::schedule
