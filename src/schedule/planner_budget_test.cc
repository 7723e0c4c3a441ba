// What the planner promises of its budget, over simulated weeks.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "schedule/fake_policies_test.h"
#include "schedule/planner.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using model::FetchOutcome;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr std::size_t kAll = ~std::size_t{0};

// A planner whose visits all end as `outcome` says, tick after tick.
class Weeks {
 public:
  Weeks(PlannerOptions options, Speaks speaks = Speaks::kBoth)
      : options_(options),
        planner_(options, std::make_unique<PricePolicy>(speaks), Random(1)) {}

  void add(std::int64_t sources) {
    for (std::int64_t i = 0; i < sources; ++i) {
      Plan plan;
      planner_.plan_first_visit(plan, now_);
      planner_.watch({{++last_id_}, ""}, plan);
    }
  }

  // Visits made in so many ticks.
  std::size_t run(Milliseconds duration,
                  FetchOutcome outcome = FetchOutcome::kFetched) {
    std::size_t visits = 0;
    for (const Time end = now_ + duration; now_ < end; now_ += options_.tick) {
      const auto taken = planner_.take_due(now_, kAll);
      visits += taken.size();
      most_of_tick_ = std::max(most_of_tick_, taken.size());
      for (const model::SourceId source : taken) visit(source, outcome);
    }
    return visits;
  }

  double budget(Milliseconds duration) const {
    return options_.budget.share_per_hour * double(planner_.size()) *
           double(duration / minutes(1)) / 60;
  }
  std::size_t most_of_tick() { return std::exchange(most_of_tick_, 0); }
  double cap() const { return 3 * budget(options_.tick); }
  const Planner& planner() const { return planner_; }
  Milliseconds least_gap() const { return least_gap_; }

 private:
  void visit(model::SourceId source, FetchOutcome outcome) {
    if (const auto last = visited_.find(source); last != visited_.end()) {
      least_gap_ = std::min(least_gap_, now_ - last->second);
    }
    visited_[source] = now_;
    planner_.settle(source, planner_.judge(source, *planner_.find(source),
                                           {.at = now_, .outcome = outcome}));
  }

  const PlannerOptions options_;
  Planner planner_;
  Time now_ = kStart;
  std::int64_t last_id_ = 0;
  std::size_t most_of_tick_ = 0;
  std::map<model::SourceId, Time> visited_;
  Milliseconds least_gap_ = hours(1'000'000);
};

PlannerOptions per_day(double share_per_hour) {
  return {.budget = {.kind = BudgetKind::kPerDay, .share_per_hour = share_per_hour}};
}

TEST(PlannerBudget, TheDaysKeepTheirBudgetWithinOnePercent) {
  for (const double share : {0.15, 0.05, 0.02}) {
    Weeks weeks(per_day(share));
    weeks.add(500);
    weeks.run(days(42));
    const double visits = double(weeks.run(days(42)));
    EXPECT_NEAR(visits / weeks.budget(days(42)), 1, 0.01) << share;
    EXPECT_GE(weeks.least_gap(), minutes(10));
  }
}

TEST(PlannerBudget, DocumentsKeepTheirBudgetOverYears) {
  PlannerOptions options = per_day(0.02 / 24);
  options.tick = days(1);
  Weeks weeks(options);
  weeks.add(2'000);
  weeks.run(days(4));  // The first visits.
  weeks.most_of_tick();
  weeks.run(days(1'500));
  const double visits = double(weeks.run(days(730)));
  EXPECT_NEAR(visits / weeks.budget(days(730)), 1, 0.02);
  EXPECT_LE(double(weeks.most_of_tick()), weeks.cap() + 1);
}

TEST(PlannerBudget, NoTickMakesMoreThanItsCap) {
  Weeks weeks(per_day(0.15));
  weeks.add(1'000);
  weeks.run(days(3));
  EXPECT_LE(double(weeks.most_of_tick()), weeks.cap() + 1);
}

TEST(PlannerBudget, AWeekWithoutNetworkLeavesThePriceAlone) {
  Weeks weeks(per_day(0.15));
  weeks.add(500);
  weeks.run(days(28));
  const double before = weeks.planner().price();
  weeks.run(days(7), FetchOutcome::kTimedOut);
  // The first tries again are visits, too, and are saved: at most twice the price.
  EXPECT_NEAR(std::log2(weeks.planner().price() / before), 0, 1.1);
  const double visits = double(weeks.run(days(7)));
  EXPECT_NEAR(visits / weeks.budget(days(7)), 1, 0.15);
}

TEST(PlannerBudget, SourcesThatAllFailForAYearDoNotMoveThePriceForGood) {
  Weeks weeks(per_day(0.15));
  weeks.add(200);
  weeks.run(days(28));
  const double before = weeks.planner().price();
  weeks.run(days(365), FetchOutcome::kTimedOut);
  // The first tries again are visits, too, and are saved: at most twice the price.
  EXPECT_NEAR(std::log2(weeks.planner().price() / before), 0, 1.1);
}

TEST(PlannerBudget, AnImportOfAHundredTimesAsManySourcesIsTakenInItsStride) {
  Weeks weeks(per_day(0.15));
  weeks.add(30);
  weeks.run(days(28));
  const double before = weeks.planner().price();
  weeks.add(3'000);
  weeks.most_of_tick();
  weeks.run(days(7));
  EXPECT_LE(double(weeks.most_of_tick()), weeks.cap() + 1);
  EXPECT_NEAR(std::log2(weeks.planner().price() / before), 0, 2);
  const double visits = double(weeks.run(days(7)));
  EXPECT_NEAR(visits / weeks.budget(days(7)), 1, 0.1);
}

// A price far too low makes everybody due at once: the cap holds, and the price rises
// although most of those that are due wait.
TEST(PlannerBudget, ABacklogUnderTheCapDoesNotRunAway) {
  PlannerOptions options = per_day(0.15);
  options.budget.burst = 1.2;
  Weeks weeks(options);
  weeks.add(500);
  weeks.run(days(42));
  const double visits = double(weeks.run(days(14)));
  EXPECT_NEAR(visits / weeks.budget(days(14)), 1, 0.01);
}

TEST(PlannerBudget, AHardBudgetPerTickIsSpentToTheLastVisit) {
  for (const Speaks speaks : {Speaks::kBoth, Speaks::kRanks}) {
    Weeks weeks({.budget = {.kind = BudgetKind::kPerTick, .share_per_hour = 0.15}},
                speaks);
    weeks.add(307);
    weeks.run(days(2));
    EXPECT_NEAR(double(weeks.run(days(7))), weeks.budget(days(7)), 1);
    EXPECT_LE(double(weeks.most_of_tick()), weeks.budget(minutes(10)) + 1);
    EXPECT_GE(weeks.least_gap(), minutes(10));
  }
}

// A small installation sleeps over most ticks: they count all the same.
TEST(PlannerBudget, TicksThatWereSleptOverCount) {
  Planner planner(per_day(0.15), std::make_unique<PricePolicy>(), Random(1));
  for (int id = 1; id <= 4; ++id) {
    planner.watch({{id}, ""}, {.due = kStart + hours(id)});
  }
  std::size_t visits = 0;
  for (Time now = kStart; now < kStart + days(90); now = *planner.next_due(now)) {
    for (const model::SourceId source : planner.take_due(now, kAll)) {
      visits += now > kStart + days(30);
      planner.settle(source, planner.judge(source, *planner.find(source), {.at = now}));
    }
  }
  EXPECT_NEAR(double(visits) / (0.15 * 4 * 24 * 60), 1, 0.02);
}

TEST(PlannerBudget, AMachineThatSleptDoesNotCheapenVisits) {
  Planner planner(per_day(0.15), std::make_unique<PricePolicy>(), Random(1));
  for (int id = 1; id <= 50; ++id) planner.watch({{id}, ""}, {.due = kStart});
  planner.take_due(kStart, 1);
  const double before = planner.price();
  planner.take_due(kStart + days(30), 1);
  EXPECT_NEAR(planner.price() / before, 1, 0.02);
}

}  // namespace
}  // namespace curlew::schedule
