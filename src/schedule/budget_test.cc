#include "schedule/budget.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/curlew.h"
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

// By hand: 0.002 in a tick of ten minutes, five times that in the first week.
TEST(Price, RisesWithTooManyVisitsAndFallsWithTooFew) {
  Price price({.gain_per_day = 0.288, .early_gain = 5, .memory = {}}, 1.0);
  price.end_tick(30, 10, minutes(10));
  EXPECT_NEAR(price.value(), std::exp(0.02), 1e-9);
  price.end_tick(0, 10, minutes(10));
  EXPECT_NEAR(price.value(), std::exp(0.01), 1e-9);
  price.end_tick(10'000, 10, minutes(10));  // Clipped to four.
  EXPECT_NEAR(price.value(), std::exp(0.05), 1e-9);
  price.restore({.price = 1, .age_ms = Milliseconds(days(8)).count()});
  price.end_tick(30, 10, minutes(10));
  EXPECT_NEAR(price.value(), std::exp(0.004), 1e-9);
}

// By hand: the first day of twice the budget moves a mean over thirty days by
// 1 - exp(-1/30), and the price by .1 * ln 1.13 of that.
TEST(Price, OfDocumentsLooksAtAMonth) {
  Price price(price_options_for(model::Objective::kCapture), 1.0);
  price.end_tick(200, 100, days(1));
  EXPECT_NEAR(price.state().use, 1 + 0.032784, 1e-6);
  EXPECT_NEAR(std::log(price.value()), 0.1 * std::log(1.13) * 0.032784, 1e-8);
}

TEST(Price, NeverLeavesItsBounds) {
  Price price({.farthest = 100}, 2.0);
  for (int tick = 0; tick < 100'000; ++tick) price.end_tick(0, 10, minutes(10));
  EXPECT_DOUBLE_EQ(price.value(), 0.02);
  price.restore({.price = 1e9});
  EXPECT_DOUBLE_EQ(price.value(), 0.02);
}

TEST(BudgetFor, EveryTickLimitsAPolicyThatHeedsNoPrice) {
  const BudgetOptions asked{BudgetKind::kPerDay, 0.05};
  const auto priced = make_curlew_policy(model::Objective::kCapture);
  const auto priceless = make_policy("fix", {model::Objective::kCapture});
  ASSERT_TRUE(priceless.ok());
  const auto kept = budget_for(model::Objective::kCapture, *priced, asked);
  EXPECT_EQ(kept.kind, BudgetKind::kPerDay);
  EXPECT_EQ(kept.price.memory, days(30));
  EXPECT_EQ(budget_for(model::Objective::kCapture, **priceless, asked).kind,
            BudgetKind::kPerTick);
}

}  // namespace
}  // namespace curlew::schedule
