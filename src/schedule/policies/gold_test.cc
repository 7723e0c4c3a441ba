#include <gtest/gtest.h>

#include "schedule/make_policy.h"
#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

Time day(double days) { return after(kStart, Days(days)); }

// 100 days: 5 changes -> every 20 days; 200 changes -> once a day, not twice; none ->
// every 182 days.
TEST(Gold, WaitsTheMeanTimeBetweenChangesWithinTheLimits) {
  const std::vector<Time> five = {day(-3), day(1),  day(2),  day(50),
                                  day(51), day(99), day(100)};
  std::vector<Time> many;
  for (int i = 0; i < 200; ++i) many.push_back(day(i / 2.0));
  Truth truth{{{{1}, five}, {{2}, many}, {{3}, {}}}, kStart, day(100)};
  const auto policy = make_gold_policy(truth);
  for (Slot slot = 0; slot < 4; ++slot) policy->joined(slot, {{slot + 1}, ""});
  PolicyState state;
  const auto wait = [&](Slot slot) {
    return policy->next_visit(state, {.slot = slot, .at = kStart}, {});
  };
  EXPECT_EQ(wait(0), day(20));
  EXPECT_EQ(wait(1), day(1));
  EXPECT_EQ(wait(2), day(182));
  EXPECT_EQ(wait(3), day(182));  // Unknown.
  EXPECT_EQ(wait(kNoSlot), day(182));
  policy->left(0);
  EXPECT_EQ(wait(0), day(182));

  truth.gold_factor = 0.5;
  const auto twice = make_gold_policy(truth);
  twice->joined(0, {{1}, ""});
  EXPECT_EQ(twice->next_visit(state, {.slot = 0, .at = kStart}, {}), day(10));
}

TEST(ReferencePolicy, UnknownNamesAreAnErrorThatListsTheKnown) {
  EXPECT_EQ(make_reference_policy("gold", {}, {}).value()->name(), "gold");
  EXPECT_EQ(make_reference_policy("silver", {}, {}).error().text,
            "policy 'silver' is not one of: gold known clairvoyant");
}

}  // namespace
}  // namespace curlew::schedule
