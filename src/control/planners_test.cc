#include "control/planners.h"

#include <gtest/gtest.h>

#include "schedule/make_policy.h"
#include "schedule/policies/policies.h"

namespace curlew::control {
namespace {

using model::Objective;
using schedule::BudgetKind;
using schedule::Plan;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

const Time kStart = from_unix_seconds(1'700'000'000);

Planners make_planners(PlannersOptions options = {}) {
  return Planners(options, schedule::make_curlew_policy, Random(1));
}

TEST(Planners, AreMadeForTheObjectivesInUse) {
  Planners planners = make_planners();
  EXPECT_EQ(planners.next_due(kStart), std::nullopt);
  planners.watch({{1}, "http://a.example/"}, Objective::kDelay, {.due = kStart});
  EXPECT_TRUE(planners.find_planner(Objective::kDelay));
  EXPECT_FALSE(planners.find_planner(Objective::kCapture));
  planners.watch({{2}, "http://b.example/"}, Objective::kCapture,
                 {.due = kStart - hours(1)});
  EXPECT_EQ(planners.next_due(kStart), kStart - hours(1));
  EXPECT_EQ(planners.size(), 2u);
  EXPECT_EQ(planners.take_due(kStart, 10), (std::vector<model::SourceId>{{1}, {2}}));
}

TEST(Planners, ASourceWithANewObjectiveMovesOver) {
  Planners planners = make_planners();
  planners.watch({{1}, "http://a.example/"}, Objective::kDelay, {.due = kStart});
  planners.watch({{1}, "http://a.example/"}, Objective::kCapture, {.due = kStart});
  EXPECT_EQ(planners.size(), 1u);
  EXPECT_TRUE(planners.find_planner(Objective::kCapture)->contains({1}));
  planners.forget({1});
  EXPECT_FALSE(planners.contains({1}));
}

TEST(Planners, AVisitThatWasNotMadeIsDueAgain) {
  Planners planners = make_planners();
  planners.watch({{1}, "http://a.example/"}, Objective::kDelay, {.due = kStart});
  EXPECT_EQ(planners.take_due(kStart, 10).size(), 1u);
  EXPECT_EQ(planners.take_due(kStart, 10).size(), 0u);
  planners.put_back({1});
  EXPECT_EQ(planners.take_due(kStart, 10).size(), 1u);
}

TEST(Planners, OnlyFeedsHaveALongestGapThatNobodyAskedFor) {
  PlannersOptions options;
  options.planner.price = 1e6;
  options.capture_price = 0.9;
  options.planner.constraints.longest_gap = days(3);
  Planners planners = make_planners(options);
  const auto gap = [&](Objective objective) {
    return planners.judge({1}, objective, Plan{.due = kStart}, {.at = kStart})
               .plan.due -
           kStart;
  };
  EXPECT_EQ(gap(Objective::kDelay), days(3));
  EXPECT_GT(gap(Objective::kCapture), days(3));
}

TEST(Planners, APolicyWithoutAPriceKeepsItsBudgetTickByTick) {
  PlannersOptions options;
  options.planner.budget = {BudgetKind::kPerDay, 0.6};
  Planners planners(
      options, [](const model::Aim&) { return schedule::make_toe_policy({}); },
      Random(1));
  for (int id = 1; id <= 100; ++id) {
    planners.watch({{id}, ""}, Objective::kDelay,
                   {.due = kStart, .last_success = kStart - hours(1)});
  }
  EXPECT_EQ(planners.take_due(kStart, 1000).size(), 10u);
}

TEST(Planners, GoOnWithWhatTheSamePolicyLearned) {
  PlannersOptions options;
  options.planner.budget = {BudgetKind::kPerDay, 0.15};
  Planners before = make_planners(options);
  before.watch({{1}, ""}, Objective::kDelay, {.due = kStart});
  for (int tick = 0; tick < 300; ++tick) {
    before.take_due(kStart + tick * minutes(10), 10);
  }
  const auto populations = before.populations(kStart);
  ASSERT_EQ(populations.size(), 1u);
  EXPECT_EQ(populations[0].name, "delay curlew");

  Planners after = make_planners(options);
  after.restore(populations);
  EXPECT_EQ(after.planner(Objective::kDelay).price(),
            before.planner(Objective::kDelay).price());
  Planners fresh = make_planners(options);
  auto of_another = populations;
  of_another[0].name = "delay toe";
  fresh.restore(of_another);
  EXPECT_NE(fresh.planner(Objective::kDelay).price(),
            before.planner(Objective::kDelay).price());
}

TEST(Planners, ASourceMayHaveAPolicyOfItsOwn) {
  const MakePolicy make = [](const model::Aim& aim) {
    auto own = schedule::make_policy(aim.policy, {.objective = aim.objective});
    return own.ok() ? *std::move(own) : schedule::make_curlew_policy(aim);
  };
  Planners planners({}, make, Random(1));
  planners.watch({{1}, ""}, Objective::kCapture, {.due = kStart});
  planners.watch({{2}, ""}, {Objective::kCapture, "dyn"}, {.due = kStart});
  planners.watch({{3}, ""}, {Objective::kCapture, "curlew"}, {.due = kStart});
  EXPECT_EQ(planners.all().size(), 2u) << "the third names the one that is configured";
  EXPECT_EQ(planners.find_planner({Objective::kCapture, "dyn"})->policy().name(),
            "dyn");
  EXPECT_EQ(planners.take_due(kStart, 10).size(), 3u);

  Planners after({}, make, Random(1));
  after.restore(planners.populations(kStart));
  EXPECT_EQ(after.all().size(), 2u);
}

TEST(Planners, VisitsForEveryVersionBeginInRounds) {
  Planners planners = make_planners({.round = hours(1)});
  const auto due = [&](Objective objective) {
    return planners.judge({1}, objective, Plan{.due = kStart}, {.at = kStart}).plan.due;
  };
  EXPECT_EQ(due(Objective::kCapture).time_since_epoch() % hours(1), Milliseconds(0));
  EXPECT_NE(due(Objective::kDelay).time_since_epoch() % hours(1), Milliseconds(0));
  EXPECT_EQ(next_round(kStart, hours(1)) - kStart, minutes(46) + Milliseconds(40'000));
  EXPECT_EQ(next_round(next_round(kStart, hours(1)), hours(1)),
            next_round(kStart, hours(1)));
}

}  // namespace
}  // namespace curlew::control
