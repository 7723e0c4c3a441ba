#include "sim/replay/tally.h"

#include <gtest/gtest.h>

namespace curlew::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

// A scored time of two days from the fourth on, one day's run-in before.
constexpr Time kCountedFrom = Time(days(4));

struct World {
  explicit World(std::vector<std::vector<Time>> events) {
    for (auto& of_source : events) {
      traced.push_back({std::int64_t(traced.size()), "", std::move(of_source)});
    }
    for (const TracedSource& source : traced) sample.sources.push_back(&source);
    sample.window = {kCountedFrom - days(1), kCountedFrom, kCountedFrom + days(2)};
  }
  std::vector<TracedSource> traced;
  Sample sample;
};

TEST(Tally, MeasuresHowLongItemsWaited) {
  const World world(
      {{kCountedFrom + hours(1), kCountedFrom + hours(3), kCountedFrom + hours(47)}});
  Tally tally(world.sample, EventKind::kItems, 0);
  EXPECT_EQ(tally.visit(0, kCountedFrom + hours(5)).size(), 2u);  // 4 h and 2 h old.
  EXPECT_EQ(tally.visit(0, kCountedFrom + hours(6)).size(), 0u);
  const Score score = tally.finish().score;  // The third: 1 h until the end.
  EXPECT_EQ(score.visits, 2u);
  EXPECT_NEAR(score.mean_delay.count(), (4 + 2 + 1) * 3600 / 3.0, 1e-6);
  EXPECT_EQ(score.p50_delay, hours(2));
  EXPECT_EQ(score.max_delay, hours(4));
  EXPECT_NEAR(score.mean_pending, 7 / 48.0, 1e-12);
  EXPECT_NEAR(score.recall, 2 / 3.0, 1e-12);
  EXPECT_NEAR(score.precision, 1 / 2.0, 1e-12);
  EXPECT_NEAR(score.freshness, 1 - (4 + 1) / 48.0, 1e-12);
  EXPECT_NEAR(score.daily_max_pending, (2 + 1) / 2.0, 1e-12);
}

TEST(Tally, LeavesTheRunInOutButForWhatStillWaits) {
  const World world(
      {{kCountedFrom - hours(5), kCountedFrom - hours(2), kCountedFrom + minutes(30)}});
  Tally tally(world.sample, EventKind::kItems, 0);
  tally.visit(0, kCountedFrom - hours(3));
  tally.visit(0, kCountedFrom + hours(1));
  const Scorecard card = tally.finish();
  EXPECT_EQ(card.score.visits, 1u);
  EXPECT_EQ(card.score.mean_delay, minutes(30));
  EXPECT_EQ(card.delays.size(), 1u);
  EXPECT_NEAR(card.score.mean_pending, 1.5 / 48, 1e-12);
  EXPECT_NEAR(card.pending_by_hour[0], 1.5 / 2, 1e-12);  // That hour comes twice.
  EXPECT_NEAR(card.pending_by_hour[1], 0, 1e-12);
  EXPECT_NEAR(card.score.freshness, 1 - 1 / 48.0, 1e-12);
}

TEST(Tally, SpreadsAWaitOverTheHoursItLasts) {
  const World world({{kCountedFrom + minutes(30)}});
  Tally tally(world.sample, EventKind::kItems, 0);
  tally.visit(0, kCountedFrom + hours(26) + minutes(15));
  const Scorecard card = tally.finish();
  EXPECT_NEAR(card.pending_by_hour[0], (0.5 + 1) / 2, 1e-12);
  EXPECT_NEAR(card.pending_by_hour[2], (1 + 0.25) / 2, 1e-12);
  EXPECT_NEAR(card.pending_by_hour[12], 1 / 2.0, 1e-12);
  EXPECT_EQ(card.daily_max_pending, (std::vector<double>{1, 1}));
}

TEST(Tally, LosesWhatFellOutOfTheFeed) {
  const World world(
      {{kCountedFrom + hours(1), kCountedFrom + hours(2), kCountedFrom + hours(3),
        kCountedFrom + hours(10), kCountedFrom + hours(11), kCountedFrom + hours(12)}});
  Tally tally(world.sample, EventKind::kItems, 2);
  const auto seen = tally.visit(0, kCountedFrom + hours(4));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen.front(), kCountedFrom + hours(2));
  const Scorecard card = tally.finish();  // Nobody came for the second three.
  EXPECT_EQ(card.score.lost, 2u);
  EXPECT_NEAR(card.score.recall, 2 / 6.0, 1e-12);
  EXPECT_EQ(card.delays,
            (std::vector<Milliseconds>{hours(1), hours(2), hours(36), hours(37)}));
  // The lost ones waited until two newer ones were there.
  EXPECT_NEAR(card.score.mean_pending, (2 + 2 + 1 + 2 + 37 + 36) / 48.0, 1e-12);
  EXPECT_EQ(card.daily_max_pending, (std::vector<double>{2, 2}));
}

TEST(Tally, CountsOneObservedChangeAVisit) {
  const World world(
      {{kCountedFrom + hours(1), kCountedFrom + hours(2), kCountedFrom + hours(20)},
       {kCountedFrom + hours(1)},
       {kCountedFrom - hours(1)}});
  Tally tally(world.sample, EventKind::kChanges, 0);
  tally.visit(0, kCountedFrom + hours(3));
  tally.visit(0, kCountedFrom + hours(21));
  tally.visit(1, kCountedFrom + hours(1));
  tally.fail(1, kCountedFrom + hours(5));
  const Score score = tally.finish().score;
  EXPECT_EQ(score.visits, 4u);
  EXPECT_NEAR(score.recall, 3 / 4.0, 1e-12);
  EXPECT_NEAR(score.precision, 3 / 4.0, 1e-12);
  EXPECT_NEAR(score.macro_recall, (2 / 3.0 + 1) / 2,
              1e-12);  // The third never changes.
  EXPECT_NEAR(score.freshness, 1 - (2 + 1 + 48) / (3 * 48.0), 1e-12);
}

TEST(Tally, KnowsWhatEvenHourlyVisitsLose) {
  std::vector<Time> events;
  for (int minute = 0; minute < 50; ++minute)
    events.push_back(kCountedFrom + minutes(minute));
  events.push_back(kCountedFrom + hours(1));
  const World world({events});
  EXPECT_EQ(unavoidable_losses(world.sample, 20), 30u);
  EXPECT_EQ(unavoidable_losses(world.sample, 50), 0u);
  EXPECT_EQ(unavoidable_losses(world.sample, 0), 0u);
}

TEST(Tally, KeepsRecallAndPrecisionOfEachPeriod) {
  // Two periods of a day. In the first two changes, one of which a visit shows; in the
  // second one change and two visits, of which the first finds what came before.
  const World world(
      {{kCountedFrom + hours(1), kCountedFrom + hours(2), kCountedFrom + hours(30)}});
  Tally tally(world.sample, EventKind::kChanges, 0);
  tally.visit(0, kCountedFrom - hours(1));  // In the run-in: counts nowhere.
  tally.visit(0, kCountedFrom + hours(5));
  tally.visit(0, kCountedFrom + hours(31));
  tally.visit(0, kCountedFrom + hours(32));
  const Scorecard card = tally.finish();
  ASSERT_EQ(card.over_time.size(), 2u);
  const SourceCounts& first = card.over_time[0].counts;
  const SourceCounts& second = card.over_time[1].counts;
  EXPECT_EQ(card.over_time[1].from, kCountedFrom + days(1));
  EXPECT_NEAR(recall_of(first, EventKind::kChanges), 1 / 2.0, 1e-12);
  EXPECT_NEAR(precision_of(first), 1, 1e-12);
  EXPECT_NEAR(recall_of(second, EventKind::kChanges), 1, 1e-12);
  EXPECT_NEAR(precision_of(second), 1 / 2.0, 1e-12);
}

TEST(Tally, PeriodsAreFewAndWhole) {
  EXPECT_EQ(period_of(days(10)), days(1));
  EXPECT_EQ(period_of(days(14)), days(7));
  EXPECT_EQ(period_of(days(365)), days(30));
  EXPECT_EQ(period_of(days(3 * 365)), days(91));
  EXPECT_EQ(period_of(days(13'000)), days(1'001));
}

}  // namespace
}  // namespace curlew::sim
