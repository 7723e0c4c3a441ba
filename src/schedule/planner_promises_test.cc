// What was promised to users and publishers holds whatever a policy wants.

#include <gtest/gtest.h>

#include <map>

#include "schedule/fake_policies_test.h"
#include "schedule/planner.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t kAll = ~std::size_t{0};

void visit(Planner& planner, model::SourceId source, Time now) {
  planner.settle(source, planner.judge(source, *planner.find(source), {.at = now}));
}

// The longest time that any source waited, when `planner` is asked every tick.
std::map<model::SourceId, Milliseconds> longest_waits(Planner& planner, int ticks) {
  std::map<model::SourceId, Time> last;
  std::map<model::SourceId, Milliseconds> longest;
  for (int tick = 0; tick < ticks; ++tick) {
    const Time now = kStart + tick * minutes(10);
    for (const model::SourceId source : planner.take_due(now, kAll)) {
      const Time before = last.contains(source) ? last[source] : kStart;
      longest[source] = std::max(longest[source], now - before);
      last[source] = now;
      visit(planner, source, now);
    }
  }
  return longest;
}

TEST(PlannerPromises, TheLongestGapHoldsWithTimesAndWithRanks) {
  const BudgetOptions budgets[] = {
      {}, {BudgetKind::kPerDay, 0.5}, {BudgetKind::kPerTick, 0.5}};
  for (const BudgetOptions& budget : budgets) {
    Planner planner({.budget = budget, .constraints = {.longest_gap = hours(4)}},
                    std::make_unique<PricePolicy>(), Random(1));
    for (int id = 1; id <= 60; ++id) {
      planner.watch({{id}, ""}, {.due = kStart, .last_success = kStart});
    }
    Plan strict{.due = kStart, .last_success = kStart};
    strict.own.longest_gap = hours(1);
    planner.watch({{100}, ""}, strict);
    const auto waits = longest_waits(planner, 2'000);
    EXPECT_EQ(waits.size(), 61u);
    for (const auto& [source, wait] : waits) {
      EXPECT_LE(wait, source.value == 100 ? hours(1) : hours(4)) << source.value;
    }
  }
}

TEST(PlannerPromises, AnOwnIntervalIsKeptAlsoWhenRanksDecide) {
  Planner planner({.budget = {BudgetKind::kPerTick, 0.1}},
                  std::make_unique<PricePolicy>(), Random(1));
  for (int id = 1; id <= 100; ++id) planner.watch({{id}, ""}, {.due = kStart});
  Plan own{.due = kStart};
  own.own.interval = minutes(30);
  planner.watch({{7}, ""}, own);
  EXPECT_EQ(longest_waits(planner, 1'000)[{7}], minutes(30));
}

TEST(PlannerPromises, APolicyCannotPostponeBeyondTheLongestGap) {
  const auto never = [](Slot, Time now, Time) { return now + days(1); };
  Planner planner({.constraints = {.longest_gap = hours(5)}},
                  std::make_unique<GapPolicy>(hours(2), never), Random(1));
  planner.watch({{1}, ""}, {.due = kStart, .last_success = kStart - hours(5)});
  EXPECT_EQ(longest_waits(planner, 500)[{1}], hours(5));
}

TEST(PlannerPromises, APolicyCannotBringForwardWhatPolitenessForbids) {
  const auto now = [](Slot, Time at, Time) { return at; };
  Planner planner({}, std::make_unique<GapPolicy>(hours(2), now), Random(1));
  planner.watch({{1}, ""}, {.due = kStart});
  planner.watch({{2}, ""}, {.due = kStart + hours(9), .earliest = kStart + hours(1)});
  planner.take_due(kStart, 1);
  visit(planner, {1}, kStart);
  EXPECT_EQ(planner.find({2})->due, kStart + hours(1));
}

TEST(PlannerPromises, NobodyIsVisitedBeforeHisGapThoughTimesAreKeptInSeconds) {
  Planner planner({.constraints = {.minimum_gap = Milliseconds(1'500)}},
                  std::make_unique<GapPolicy>(Milliseconds(0)), Random(1));
  planner.watch({{1}, ""}, {.due = kStart});
  Time last = kStart - hours(1);
  for (Time now = kStart; now < kStart + minutes(2); now += Milliseconds(130)) {
    for (const model::SourceId source : planner.take_due(now, kAll)) {
      EXPECT_GE(now - last, Milliseconds(1'500));
      last = now;
      visit(planner, source, now);
    }
  }
  EXPECT_GT(last, kStart + minutes(1));
}

TEST(PlannerPromises, MoreSubscribersMakeVisitsMoreFrequent) {
  Planner planner({.price = 0.02}, std::make_unique<PricePolicy>(), Random(1));
  planner.watch({{1}, ""}, {.due = kStart});
  planner.watch({{2}, ""}, {.due = kStart, .weight = 4});
  for (const model::SourceId source : planner.take_due(kStart, kAll)) {
    visit(planner, source, kStart);
  }
  // Rates 1/8 and 1/4 a day; a weight of four halves the gap.
  EXPECT_NEAR(Seconds(planner.find({1})->due - kStart).count(), 48'875, 1);
  EXPECT_NEAR(Seconds(planner.find({2})->due - kStart).count(), 17'280, 1);
}

class PlannerHints : public testing::Test {
 protected:
  PlannerHints() { planner_.watch({{1}, ""}, {.due = kStart}); }
  void take_and_visit(Time now, VisitFacts facts = {}) {
    ASSERT_EQ(planner_.take_due(now, kAll).size(), 1u);
    facts.at = now;
    planner_.settle({1}, planner_.judge({1}, *planner_.find({1}), facts));
  }
  Planner planner_{{}, std::make_unique<GapPolicy>(hours(9)), Random(1)};
};

TEST_F(PlannerHints, ASourceThatIsSaidToHaveChangedIsDueAtOnce) {
  take_and_visit(kStart);
  const auto due = planner_.told_of_change({1}, kStart + hours(2));
  EXPECT_EQ(due->at, kStart + hours(2));
  EXPECT_EQ(due->reason, DueReason::kHint);
  EXPECT_EQ(planner_.next_due(kStart + hours(2)), kStart + hours(2));
  take_and_visit(kStart + hours(2));
  EXPECT_EQ(planner_.next_due(kStart + hours(2)), kStart + hours(11));
  EXPECT_FALSE(planner_.told_of_change({2}, kStart));
}

TEST_F(PlannerHints, WaitForTheGapAndForWhatThePublisherAsked) {
  take_and_visit(kStart);
  EXPECT_EQ(planner_.told_of_change({1}, kStart + minutes(3))->at,
            kStart + minutes(10));
  take_and_visit(kStart + minutes(10), {.not_before = kStart + hours(1)});
  EXPECT_EQ(planner_.told_of_change({1}, kStart + minutes(30))->at, kStart + hours(1));
}

TEST_F(PlannerHints, WaitForTheUsersActiveHours) {
  Plan plan{.due = kStart + days(5)};
  plan.own.quiet.hours = 0b11u << 22;  // It is 22:13 now.
  planner_.watch({{1}, ""}, plan);
  EXPECT_EQ(to_iso8601(planner_.told_of_change({1}, kStart)->at),
            "2023-11-15T00:00:00Z");
}

TEST_F(PlannerHints, SaidDuringAVisitHoldForTheNext) {
  planner_.take_due(kStart, kAll);
  planner_.told_of_change({1}, kStart + seconds(5));
  planner_.settle({1}, planner_.judge({1}, *planner_.find({1}), {.at = kStart}));
  EXPECT_EQ(planner_.next_due(kStart + seconds(5)), kStart + minutes(10));
}

TEST(PlannerRanks, ASourceSaysThatItWaitsForItsRank) {
  Planner planner({.budget = {BudgetKind::kPerTick, 0.06}},
                  std::make_unique<PricePolicy>(), Random(1));
  planner.watch({{1}, ""}, {.due = kStart});
  EXPECT_EQ(planner.judge({1}, *planner.find({1}), {.at = kStart}).reason,
            DueReason::kRank);
  EXPECT_EQ(planner
                .judge({1}, *planner.find({1}),
                       {.at = kStart, .not_before = kStart + hours(1)})
                .reason,
            DueReason::kPublisher);
}

TEST(PlannerRanks, ASourceThatIsSaidToHaveChangedComesBeforeAllOthers) {
  Planner planner({.budget = {BudgetKind::kPerTick, 0.06}},
                  std::make_unique<PricePolicy>(), Random(1));
  for (int id = 1; id <= 100; ++id) {
    planner.watch({{id}, ""},
                  {.due = kStart - hours(1), .last_success = kStart - hours(9)});
  }
  planner.told_of_change({77}, kStart);
  EXPECT_EQ(planner.take_due(kStart, kAll), std::vector{model::SourceId{77}});
}

}  // namespace
}  // namespace curlew::schedule
