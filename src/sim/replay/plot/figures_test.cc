#include "sim/replay/plot/figures.h"

#include <gtest/gtest.h>

#include "sim/replay/tally.h"

namespace curlew::sim {
namespace {

using std::chrono::days;

// A document that changes every day of a scored time of twenty days, which is shown in
// three weeks.
TEST(Figures, ReachTheEndOfTheScoredTime) {
  TracedSource source{1, "", {}};
  for (int day = 0; day < 20; ++day) source.events.push_back(Time(days(day)));
  Sample sample;
  sample.sources = {&source};
  sample.window = {Time(days(0)), Time(days(0)), Time(days(20))};
  Tally tally(sample, EventKind::kChanges, 0);
  for (int day = 0; day < 20; day += 2)
    tally.visit(0, Time(days(day)) + std::chrono::hours(12));
  std::vector<Entry> entries(1);
  entries[0].policy = "a policy";
  entries[0].card = tally.finish();
  int over_time = 0;
  for (const Chart& chart : document_charts(sample, entries, {})) {
    if (chart.title.find("over time") == std::string::npos) continue;
    ++over_time;
    EXPECT_EQ(chart.x.high, 20) << chart.title;
    ASSERT_FALSE(chart.series[0].points.empty());
    EXPECT_EQ(chart.series[0].points.back().x, 20) << chart.title;
  }
  EXPECT_EQ(over_time, 2);
}

}  // namespace
}  // namespace curlew::sim
