#include <gtest/gtest.h>

#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

TEST(RoundRobin, IsDueAtOnceWhateverWasFound) {
  const auto policy = make_round_robin_policy();
  PolicyState state;
  Random random(1);
  EXPECT_EQ(policy->first_visit(state, kStart, random), kStart);
  EXPECT_EQ(policy->next_visit(state, {.at = kStart, .new_items = 9}, {}), kStart);
  EXPECT_EQ(policy->next_visit(state, {.at = kStart, .new_items = 0}, {}), kStart);
  EXPECT_TRUE(state.is_fresh());
}

}  // namespace
}  // namespace curlew::schedule
