// The planner against the plainest one that could be: a map, looked through from its
// beginning to its end.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "schedule/fake_policies_test.h"
#include "schedule/planner.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Milliseconds kGap = hours(5);

class NaivePlanner {
 public:
  struct Source {
    Plan plan;
    bool is_out = false;
  };

  void watch(std::int64_t id, const Plan& plan) { sources_[id] = {plan, false}; }
  void forget(std::int64_t id) { sources_.erase(id); }
  std::set<std::int64_t> take_due(Time now) {
    std::set<std::int64_t> due;
    for (auto& [id, source] : sources_) {
      if (source.is_out || source.plan.due > now) continue;
      source.is_out = true;
      due.insert(id);
    }
    return due;
  }
  void settle(std::int64_t id, const Plan& plan) {
    if (sources_.contains(id)) sources_[id] = {plan, false};
  }
  void told_of_change(std::int64_t id, Time now) {
    const auto found = sources_.find(id);
    if (found == sources_.end() || found->second.is_out) return;
    Plan& plan = found->second.plan;
    plan.due = std::min(plan.due, std::max(now, plan.earliest));
  }
  void set_back(Milliseconds by) {
    for (auto& [id, source] : sources_) {
      source.plan.due -= by;
      source.plan.earliest -= by;
      if (source.plan.last_success) *source.plan.last_success -= by;
    }
  }
  std::optional<Time> next_due() const {
    std::optional<Time> first;
    for (const auto& [id, source] : sources_) {
      if (!source.is_out && (!first || source.plan.due < *first)) {
        first = source.plan.due;
      }
    }
    return first;
  }
  const std::map<std::int64_t, Source>& sources() const { return sources_; }

 private:
  std::map<std::int64_t, Source> sources_;
};

class Both {
 public:
  explicit Both(std::uint64_t seed)
      : random_(seed), planner_({}, std::make_unique<GapPolicy>(kGap), Random(seed)) {}

  void step() {
    const auto id = static_cast<std::int64_t>(1 + random_.below(300) * 977);
    switch (random_.below(8)) {
      case 0:
        planner_.forget({id});
        naive_.forget(id);
        out_.erase(id);
        break;
      case 1:
      case 2:
        watch(id);
        break;
      case 3:
        if (out_.contains(id)) break;  // Would hold for the next visit.
        planner_.told_of_change({id}, now_);
        naive_.told_of_change(id, now_);
        break;
      case 4:
        if (random_.below(200) == 0) set_clock_back();
        break;
      default:
        take(seconds(random_.below(2'000)));
    }
    compare();
  }

 private:
  void watch(std::int64_t id) {
    Plan plan{.due = now_ + seconds(random_.below(40'000)), .failures = 2, .weight = 3};
    plan.earliest = now_ + seconds(random_.below(3'000));
    if (random_.below(2) == 0) plan.last_success = now_ - minutes(5);
    if (random_.below(4) == 0) plan.own.interval = hours(1 + random_.below(20));
    planner_.watch({{id}, ""}, plan);
    naive_.watch(id, plan);
    out_.erase(id);
  }

  void take(Milliseconds later) {
    now_ += later;
    std::set<std::int64_t> taken;
    for (const model::SourceId source : planner_.take_due(now_, ~std::size_t{0})) {
      ASSERT_TRUE(taken.insert(source.value).second);
    }
    ASSERT_EQ(taken, naive_.take_due(now_));
    out_.merge(taken);
    for (auto id = out_.begin(); id != out_.end();) {
      if (random_.below(3) == 0) {
        settle(*id);
        id = out_.erase(id);
      } else {
        ++id;
      }
    }
  }

  void settle(std::int64_t id) {
    const Verdict verdict = planner_.judge(
        {id}, *planner_.find({id}), {.at = now_, .new_items = 1, .items_shown = 9});
    planner_.settle({id}, verdict);
    naive_.settle(id, verdict.plan);
  }

  void set_clock_back() {
    const Milliseconds by = hours(1 + random_.below(10'000));
    take(seconds(0));  // The planner has seen the time.
    now_ -= by;
    naive_.set_back(by);
    take(seconds(0));
  }

  void compare() {
    ASSERT_EQ(planner_.size(), naive_.sources().size());
    ASSERT_EQ(planner_.next_due(now_), naive_.next_due());
    for (const auto& [id, source] : naive_.sources()) {
      const auto plan = planner_.find({id});
      ASSERT_TRUE(plan);
      ASSERT_EQ(plan->due, source.plan.due);
      ASSERT_EQ(plan->last_success, source.plan.last_success);
      ASSERT_EQ(plan->failures, source.plan.failures);
      ASSERT_EQ(plan->weight, source.plan.weight);
      ASSERT_TRUE(plan->own == source.plan.own);
    }
  }

  Random random_;
  Planner planner_;
  NaivePlanner naive_;
  Time now_ = kStart;
  std::set<std::int64_t> out_;
};

TEST(Planner, AgreesWithANaiveOneUnderRandomChanges) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Both both(seed);
    for (int step = 0; step < 1'500; ++step) {
      both.step();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Who sleeps until next_due() sees the same visits as who looks every second.
TEST(Planner, NextDueIsWhenTheNextVisitIsPossible) {
  const BudgetOptions budgets[] = {
      {}, {BudgetKind::kPerTick, 0.5}, {BudgetKind::kPerDay, 0.5}};
  for (const BudgetOptions& budget : budgets) {
    for (const Speaks speaks : {Speaks::kTimes, Speaks::kRanks, Speaks::kBoth}) {
      const auto make = [&] {
        auto planner =
            std::make_unique<Planner>(PlannerOptions{.budget = budget, .price = 0.001},
                                      std::make_unique<PricePolicy>(speaks), Random(1));
        for (int id = 1; id <= 40; ++id) {
          planner->watch({{id}, ""}, {.due = kStart + minutes(7 * id)});
        }
        planner->take_due(kStart, 0);
        return planner;
      };
      const auto always = make();
      const auto asleep = make();
      std::optional<Time> wake = asleep->next_due(kStart);
      for (Time now = kStart; now < kStart + hours(30); now += seconds(20)) {
        const auto expected = always->take_due(now, 3);
        if (!wake || *wake > now) {
          ASSERT_TRUE(expected.empty()) << int(budget.kind) << int(speaks);
          continue;
        }
        const auto taken = asleep->take_due(now, 3);
        ASSERT_EQ(taken, expected);
        for (const auto& planner : {always.get(), asleep.get()}) {
          for (const model::SourceId source : taken) {
            planner->settle(
                source, planner->judge(source, *planner->find(source), {.at = now}));
          }
        }
        wake = asleep->next_due(now);
      }
    }
  }
}

TEST(Planner, ASourceChangedOrRemovedWhileItStandsInLineIsHandedOutOnce) {
  Planner planner({.budget = {BudgetKind::kPerTick, 6}},
                  std::make_unique<PricePolicy>(), Random(1));
  const Plan plan{.due = kStart, .last_success = kStart - hours(1)};
  for (int id = 1; id <= 6; ++id) planner.watch({{id}, ""}, plan);
  EXPECT_EQ(planner.take_due(kStart, 1).size(), 1u);  // The others stand in line now.
  planner.watch({{2}, ""}, plan);
  planner.forget({3});
  planner.watch({{9}, ""}, plan);  // In the slot of the third.
  std::set<std::int64_t> taken;
  for (const model::SourceId source : planner.take_due(kStart + seconds(1), 10)) {
    EXPECT_TRUE(taken.insert(source.value).second);
  }
  EXPECT_EQ(taken, (std::set<std::int64_t>{4, 5, 6}));
  for (const model::SourceId source : planner.take_due(kStart + minutes(10), 10)) {
    EXPECT_TRUE(taken.insert(source.value).second);
  }
  EXPECT_EQ(taken, (std::set<std::int64_t>{2, 4, 5, 6, 9}));
}

TEST(Planner, WhatWasLearnedOfAllSurvivesARestart) {
  const PlannerOptions options{.budget = {BudgetKind::kPerDay, 0.15}};
  Planner before(options, std::make_unique<PricePolicy>(), Random(1));
  before.watch({{1}, ""}, {.due = kStart});
  for (int tick = 0; tick < 300; ++tick) {
    before.take_due(kStart + tick * minutes(10), 1);
  }
  Planner after(options, std::make_unique<PricePolicy>(), Random(1));
  EXPECT_NE(after.price(), before.price());
  after.restore_population(before.population_bytes());
  EXPECT_EQ(after.price(), before.price());
  EXPECT_EQ(after.population_bytes(), before.population_bytes());
  after.restore_population("of another release");
  EXPECT_EQ(after.population_bytes(), before.population_bytes());
}

}  // namespace
}  // namespace curlew::schedule
