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

TEST(Planners, OnlyArchivedDocumentsMayRestLongerThanTheLongestGap) {
  PlannersOptions options;
  options.planner.price = 1e6;
  options.capture_price = 0.9;
  options.freshness_price = 100;
  options.planner.constraints.longest_gap = days(3);
  Planners planners = make_planners(options);
  const auto gap = [&](Objective objective) {
    return planners.judge({1}, objective, Plan{.due = kStart}, {.at = kStart})
               .plan.due -
           kStart;
  };
  EXPECT_EQ(gap(Objective::kDelay), days(3));
  EXPECT_EQ(gap(Objective::kFreshness), days(3));
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

TEST(Planners, ACopyOfAPageThatChangesTooFastIsStillRenewed) {
  PlannersOptions options;
  options.planner.constraints.longest_gap = days(7);
  Planners planners = make_planners(options);
  Plan plan{.due = kStart};
  planners.watch({{1}, "http://a.example/"}, Objective::kFreshness, plan);
  Time at = kStart;
  schedule::Verdict verdict;
  for (int visit = 0; visit < 7; ++visit) {
    at += std::chrono::seconds(2);
    verdict =
        planners.judge({1}, Objective::kFreshness, plan, {.at = at, .new_items = 1});
    plan = verdict.plan;
  }
  EXPECT_EQ(plan.due, at + days(7));
  EXPECT_EQ(verdict.reason, schedule::DueReason::kLongestGap);
}

// Every visit finds a new version and is made some seconds after its round began.
Plan plan_after_rounds(Planners& planners, Milliseconds round, int rounds, Time& at) {
  Plan plan{.due = kStart};
  planners.watch({{1}, "http://a.example/"}, Objective::kCapture, plan);
  for (int visit = 0; visit < rounds; ++visit) {
    at = next_round(at, round) + std::chrono::seconds(3);
    plan =
        planners.judge({1}, Objective::kCapture, plan, {.at = at, .new_items = 1}).plan;
  }
  return plan;
}

TEST(Planners, WhatChangesHourlyIsVisitedInEveryRound) {
  Planners planners = make_planners({.round = hours(1)});
  Time at = kStart;
  const Plan plan = plan_after_rounds(planners, hours(1), 20, at);
  EXPECT_EQ(plan.due, next_round(at, hours(1)));
  // Asked for by hand, between two rounds and shortly before one.
  const auto due_after = [&](Milliseconds later) {
    const schedule::VisitFacts facts{.at = at + later, .new_items = 1};
    return planners.judge({1}, Objective::kCapture, plan, facts).plan.due;
  };
  EXPECT_EQ(due_after(minutes(33)), next_round(at, hours(1)));
  EXPECT_EQ(due_after(minutes(55)), next_round(at, hours(1)) + hours(1))
      << "the politeness gap";
}

TEST(Planners, ShorterRoundsAreFollowedAsFarAsThePolitenessGapAllows) {
  Planners quick = make_planners({.round = minutes(20)});
  Time at = kStart;
  const Plan plan = plan_after_rounds(quick, minutes(20), 60, at);
  EXPECT_EQ(plan.due, next_round(at, minutes(20)));
  Planners too_quick = make_planners({.round = minutes(1)});
  at = kStart;
  const Time due = plan_after_rounds(too_quick, minutes(1), 300, at).due;
  EXPECT_EQ(due, next_round(at + minutes(10), minutes(1)));
}

TEST(Planners, AFailureOfAnArchivedDocumentIsNotTriedAgainTooEarly) {
  PlannersOptions options{.round = hours(1)};
  options.planner.back_off = {.first = minutes(90), .jitter = 0};
  Planners planners = make_planners(options);
  const Time at = next_round(kStart, hours(1)) + std::chrono::seconds(1);
  const auto verdict =
      planners.judge({1}, Objective::kCapture, Plan{.due = at},
                     {.at = at, .outcome = model::FetchOutcome::kTimedOut});
  EXPECT_EQ(verdict.plan.due, next_round(at + minutes(90), hours(1)));
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
