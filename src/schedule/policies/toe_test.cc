#include <gtest/gtest.h>

#include <map>

#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::minutes;

TEST(Toe, AFreshSourceStartsWithinFourTicks) {
  const auto policy = make_toe_policy({});
  Random random(1);
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < 400; ++i) {
    PolicyState state;
    ++seen[(policy->first_visit(state, kStart, random) - kStart) / minutes(10)];
  }
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen.begin()->first, 0);
  EXPECT_EQ(seen.rbegin()->first, 3);
}

// By hand from the equations: M=4,T=1; new: M=.2*4+.8=1.6 -> 2 ticks; nothing:
// T=1+1.6=2.6, M=1.6+.3*1=1.9 -> 2; nothing: T=2.6+1.9=4.5, M=1.9+.3*2.6=2.68 -> 3;
// nothing: T=7.18, M=2.68+.3*4.5=4.03 -> 5; new: T=1, M=.2*4.03+.8=1.606 -> 2.
TEST(Toe, FollowsThePapersEquations) {
  const auto policy = make_toe_policy({});
  PolicyState state;
  Random random(1);
  policy->first_visit(state, kStart, random);
  const auto ticks = [&](std::uint32_t new_items) {
    return (policy->next_visit(state, {.at = kStart, .new_items = new_items}, {}) -
            kStart) /
           minutes(10);
  };
  EXPECT_EQ(ticks(3), 2);
  EXPECT_EQ(ticks(0), 2);
  EXPECT_EQ(ticks(0), 3);
  EXPECT_EQ(ticks(0), 5);
  const auto shown = policy->belief(state.bytes(), kStart, {}).variables;
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_EQ(shown[0].first, "M");
  EXPECT_NEAR(shown[0].second, 4.03, 1e-5);
  EXPECT_EQ(shown[1].first, "T");
  EXPECT_NEAR(shown[1].second, 7.18, 1e-5);
  EXPECT_EQ(ticks(1), 2);
}

TEST(Toe, NeverWaitsMoreThanEightyTicksNorLessThanOne) {
  const auto policy = make_toe_policy({});
  PolicyState state;
  Time due;
  for (int i = 0; i < 50; ++i) due = policy->next_visit(state, {.at = kStart}, {});
  EXPECT_EQ(due - kStart, minutes(800));
  for (int i = 0; i < 50; ++i)
    due = policy->next_visit(state, {.at = kStart, .new_items = 1}, {});
  EXPECT_EQ(due - kStart, minutes(10));
}

// What a first list shows was published before anybody counted.
TEST(Toe, AFirstListIsNoHistory) {
  const auto policy = make_toe_policy({});
  PolicyState state;
  const Time items[] = {kStart - minutes(10), kStart - minutes(5)};
  policy->next_visit(state, {.at = kStart, .new_items = 2, .item_times = items}, {});
  EXPECT_EQ(policy->belief(state.bytes(), kStart, {}).rate_per_day, 24);
}

}  // namespace
}  // namespace curlew::schedule
