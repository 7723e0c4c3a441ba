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
    EXPECT_FALSE(api::why_due(reason).empty());
  }
}

TEST(PlanFacts, NothingIsToldWithoutASign) {
  EXPECT_EQ(number_text(-0.0, 4), "0");
  EXPECT_EQ(number_text(-1.5, 4), "-1.5");
}

TEST(PlanFacts, AVisitThatIsWorthNothingIsNotTold) {
  const auto said = [](double value, double price) {
    service::SourcePlan plan;
    plan.policy = "posting-rate";
    plan.value = value;
    plan.price = price;
    testing::internal::CaptureStdout();
    print_plan(Screen{stdout}, plan);
    return testing::internal::GetCapturedStdout();
  };
  EXPECT_EQ(said(1e-12, 1e-12).find("a visit now"), std::string::npos);
  EXPECT_NE(said(0.5, 1e-12).find("is worth 12 h of waiting"), std::string::npos)
      << said(0.5, 1e-12);
}

TEST(PlanFacts, ARhythmThatWasNotSeenYetIsCalledSo) {
  const auto said = [](Rhythm rhythm) {
    service::SourcePlan plan;
    plan.rate_per_day = 499;
    testing::internal::CaptureStdout();
    print_plan(Screen{stdout}, plan, rhythm);
    return testing::internal::GetCapturedStdout();
  };
  EXPECT_NE(said(Rhythm::kUnknown).find("still being learned"), std::string::npos);
  EXPECT_EQ(said(Rhythm::kKnown).find("still being learned"), std::string::npos);
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
