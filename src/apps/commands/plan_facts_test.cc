#include "apps/commands/plan_facts.h"

#include <gtest/gtest.h>

#include "api/why_due.h"
#include "schedule/constraints.h"

namespace curlew::apps {
namespace {

TEST(PlanFacts, EveryReasonIsExplained) {
  using schedule::DueReason;
  for (const DueReason reason :
       {DueReason::kPolicy, DueReason::kOwnInterval, DueReason::kPublisher,
        DueReason::kBackOff, DueReason::kMinimumGap, DueReason::kLongestGap,
        DueReason::kOwnHours, DueReason::kHint, DueReason::kRank}) {
    EXPECT_NE(api::why_due(to_string(reason)), to_string(reason));
  }
}

TEST(PlanFacts, AWeekIsDrawnADayALine) {
  std::vector<float> profile(168, 1.0F);
  profile[0] = 0;
  profile[1] = 0.5F;
  profile[167] = 9;
  const std::string map = week_map(profile);
  EXPECT_TRUE(map.starts_with("UTC  0     6     12    18\nMon  ·░▒▒")) << map;
  EXPECT_TRUE(map.ends_with("▒▒█\n")) << map;
  EXPECT_EQ(std::count(map.begin(), map.end(), '\n'), 8);
  EXPECT_EQ(week_map({}), "");
}

}  // namespace
}  // namespace curlew::apps
