#include "schedule/policy_state.h"

#include <gtest/gtest.h>

#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

TEST(PolicyState, SurvivesTheStore) {
  const auto policy = make_toe_policy({});
  PolicyState state;
  const Time items[] = {kStart};
  policy->next_visit(state, {.at = kStart, .new_items = 1, .item_times = items}, {});
  EXPECT_EQ(PolicyState::from_bytes(state.to_bytes()), state);
  EXPECT_TRUE(PolicyState::from_bytes("").is_fresh());
  EXPECT_TRUE(PolicyState::from_bytes(std::string(500, 'x')).is_fresh());
}

}  // namespace
}  // namespace curlew::schedule
