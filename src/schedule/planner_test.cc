#include "schedule/planner.h"

#include <gtest/gtest.h>

#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using model::FetchOutcome;
using std::chrono::hours;
using std::chrono::minutes;

Planner make_planner(PlannerOptions options = {}) {
  return Planner(options, make_toe_policy({}), Random(1));
}

TEST(Planner, HandsOutWhatIsDueOnceUntilItIsSettled) {
  Planner planner = make_planner();
  planner.watch({{1}, ""}, {.due = kStart});
  planner.watch({{2}, ""}, {.due = kStart + hours(1)});
  EXPECT_EQ(planner.take_due(kStart, 10), std::vector{model::SourceId{1}});
  EXPECT_TRUE(planner.take_due(kStart, 10).empty());
  planner.settle({1}, {.plan = {.due = kStart + minutes(5)}});
  EXPECT_EQ(planner.next_due(kStart), kStart + minutes(5));
}

TEST(Planner, DoesNotFindWhatWasForgottenDuringItsVisit) {
  Planner planner = make_planner();
  planner.watch({{1}, ""}, {.due = kStart});
  EXPECT_EQ(planner.take_due(kStart, 10).size(), 1u);
  planner.forget({1});
  planner.watch({{2}, ""}, {.due = kStart});  // In the same place.
  planner.settle({1}, {.plan = {.due = kStart + minutes(5)}});
  EXPECT_FALSE(planner.contains({1}));
  EXPECT_EQ(planner.next_due(kStart), kStart);
}

TEST(Planner, SpendsNoMoreThanTheBudgetOfATick) {
  Planner planner = make_planner({.budget = {BudgetKind::kPerTick, 0.6}});
  for (int id = 1; id <= 100; ++id) {
    planner.watch({{id}, ""}, {.due = kStart, .last_success = kStart - hours(1)});
  }
  EXPECT_EQ(planner.take_due(kStart, 1000).size(), 10u);
  EXPECT_EQ(planner.take_due(kStart + minutes(9), 1000).size(), 0u);
  EXPECT_EQ(planner.next_due(kStart + minutes(9)), kStart + minutes(10));
  EXPECT_EQ(planner.take_due(kStart + minutes(10), 1000).size(), 10u);
}

// The first visits of a hundred sources, ten of which are within the budget: half of
// what follows pays for them.
TEST(Planner, FirstVisitsAreMadeWhateverTheBudget) {
  Planner planner = make_planner({.budget = {BudgetKind::kPerTick, 0.6}});
  for (int id = 1; id <= 100; ++id) planner.watch({{id}, ""}, {.due = kStart});
  EXPECT_EQ(planner.take_due(kStart, 1000).size(), 100u);
  for (int id = 1; id <= 100; ++id) {
    planner.settle({id}, {.plan = {.due = kStart, .last_success = kStart}});
  }
  EXPECT_EQ(planner.take_due(kStart + minutes(10), 1000).size(), 5u);
}

TEST(Planner, AClockSetBackMovesEverySourceWithIt) {
  Planner planner = make_planner();
  planner.watch({{1}, ""}, {.due = kStart + minutes(30)});
  EXPECT_TRUE(planner.take_due(kStart, 10).empty());
  const Time back = kStart - hours(365 * 24);
  EXPECT_TRUE(planner.take_due(back, 10).empty());
  EXPECT_EQ(planner.next_due(back), back + minutes(30));
  EXPECT_EQ(planner.take_due(back + minutes(30), 10).size(), 1u);
}

TEST(Planner, AFailureBacksOffAndASuccessForgetsIt) {
  Planner planner = make_planner();
  Plan plan{.due = kStart};
  for (int i = 0; i < 3; ++i) {
    plan = planner.judge({1}, plan, {.at = kStart, .outcome = FetchOutcome::kTimedOut})
               .plan;
  }
  EXPECT_EQ(plan.failures, 3u);
  EXPECT_GE(plan.due, kStart + minutes(30));
  const Verdict verdict = planner.judge({1}, plan, {.at = kStart, .new_items = 1});
  EXPECT_EQ(verdict.plan.failures, 0u);
  EXPECT_EQ(verdict.plan.due, kStart + minutes(20));
  EXPECT_EQ(verdict.reason, DueReason::kPolicy);
}

TEST(Planner, BeingTurnedAwayByOurOwnQueueIsNoFailureOfTheSource) {
  Planner planner = make_planner();
  const Verdict verdict = planner.judge(
      {1}, {.due = kStart},
      {.at = kStart, .outcome = FetchOutcome::kThrottled, .turned_away = true});
  EXPECT_EQ(verdict.plan.failures, 0u);
  EXPECT_GT(verdict.plan.due, kStart);
}

TEST(Planner, ASourceRemovedDuringItsVisitStaysRemoved) {
  Planner planner = make_planner();
  planner.watch({{1}, ""}, {.due = kStart});
  planner.take_due(kStart, 1);
  planner.forget({1});
  planner.settle({1}, {.plan = {.due = kStart}});
  EXPECT_TRUE(planner.take_due(kStart, 10).empty());
}

TEST(Planner, AClockSetBackDoesNotStopTheTicks) {
  Planner planner = make_planner({.budget = {BudgetKind::kPerTick, 6}});
  planner.watch({{1}, ""}, {.due = kStart - hours(5)});
  EXPECT_EQ(planner.take_due(kStart, 1).size(), 1u);
  planner.settle({1}, {.plan = {.due = kStart - hours(5)}});
  EXPECT_EQ(planner.take_due(kStart - hours(3), 1).size(), 1u);
}

TEST(Planner, RoundRobinVisitsEverybodyInTurn) {
  Planner planner({.budget = {BudgetKind::kPerTick, 3.0},
                   .constraints = {.minimum_gap = minutes(0)}},
                  make_round_robin_policy(), Random(1));
  for (int id = 1; id <= 4; ++id) {
    planner.watch({{id}, ""}, {.due = kStart, .last_success = kStart - hours(1)});
  }
  std::vector<std::int64_t> order;
  for (int tick = 0; tick < 4; ++tick) {
    const Time now = kStart + minutes(10) * tick;
    for (const model::SourceId source : planner.take_due(now, 10)) {
      order.push_back(source.value);
      planner.settle(source, planner.judge(source, *planner.find(source), {.at = now}));
    }
  }
  EXPECT_EQ(order, (std::vector<std::int64_t>{1, 2, 3, 4, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace curlew::schedule
