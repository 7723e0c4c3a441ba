#include "sim/replay/replay.h"

#include <gtest/gtest.h>

#include <fstream>

#include "schedule/make_policy.h"
#include "schedule/policies/policies.h"

namespace curlew::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

const Time kMonday = from_unix_seconds(1'609'718'400);  // 2021-01-04

// Two feeds, one of which publishes every hour at half past.
Trace two_feeds() {
  Trace trace;
  trace.sources = {{7, "hourly", {}}, {9, "daily", {kMonday + hours(12)}}};
  for (int hour = 0; hour < 24; ++hour) {
    trace.sources[0].events.push_back(kMonday + hours(hour) + minutes(30));
  }
  trace.begin = kMonday;
  trace.end = kMonday + days(1);
  return trace;
}

// Both are visited once an hour in the mean, in turn: one every half hour.
ReplayOptions every_half_hour() {
  ReplayOptions options;
  options.tick = minutes(30);
  options.budget = {schedule::BudgetKind::kPerTick, 1.0};
  return options;
}

Scorecard run(const Sample& sample, const ReplayOptions& options) {
  return replay(sample, schedule::make_round_robin_policy(), options);
}

TEST(Replay, VisitsRoundRobinAsOftenAsTheBudgetSays) {
  const Trace trace = two_feeds();
  Result<Sample> sample = take_sample(trace, {});
  ASSERT_TRUE(sample.ok()) << sample.error().text;
  // The staggered first visits are over when the run-in is.
  sample->window.start = kMonday - days(4);
  const Scorecard card = run(*sample, every_half_hour());
  EXPECT_EQ(card.score.visits, 48u);
  EXPECT_EQ(card.sources[0].visits, 24u);
  EXPECT_EQ(card.sources[1].visits, 24u);
  // Either both are visited at half past, or at the hour: 0 or 30 minutes' delay.
  EXPECT_LE(card.score.max_delay, minutes(30));
  EXPECT_EQ(card.score.lost, 0u);
}

}  // namespace
}  // namespace curlew::sim
