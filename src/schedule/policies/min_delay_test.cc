#include <gtest/gtest.h>

#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// At 1/h after six hours 6²/2 = 18 article-hours have been waited. Then two articles of
// 00:30 and 00:40 are found: r[0] = 1.4, r[1..5] = .6. Two hours from midnight on: 1.4
// that wait 1.5 h in the mean, .6 that wait .5 h = 2.4; the 18 h at 1/h before them: 18
// articles that wait 2 + 9 h in the mean = 198.
TEST(MinDelay, RanksByTheWaitOfTheExpectedArticles) {
  const auto policy = make_min_delay_policy();
  EXPECT_EQ(policy->speaks(), Speaks::kRanks);
  PolicyState state;
  policy->next_visit(state, {.at = kMidnight}, {});
  const Time now = kMidnight + hours(6);
  EXPECT_NEAR(policy->rank(state.bytes(), now, {}), 18 / 24.0, 1e-6);
  EXPECT_NEAR(policy->rank(state.bytes(), now, {.weight = 2}), 36 / 24.0, 1e-6);

  const Time items[] = {kMidnight + minutes(30), kMidnight + minutes(40)};
  policy->next_visit(
      state, {.at = now, .previous = kMidnight, .new_items = 2, .item_times = items},
      {});
  EXPECT_NEAR(policy->rank(state.bytes(), kMidnight + hours(26), {}),
              (198 + 2.4) / 24.0, 1e-5);
}

// A burst just now against a trickle over long: posting-rate would see 2 against 1.2.
TEST(MinDelay, PrefersWhatHasWaitedLong) {
  const auto policy = make_min_delay_policy();
  PolicyState busy;
  policy->next_visit(busy, {.at = kMidnight}, {});
  PolicyState slow;
  Time at = kMidnight - hours(24 * 200 + 10);
  for (int day = 0; day <= 200; ++day, at += hours(24)) {
    policy->next_visit(slow, {.at = at, .previous = at - hours(24)}, {});
  }
  at -= hours(24);  // .1/h since ten hours before midnight.
  EXPECT_NEAR(policy->rank(busy.bytes(), kMidnight + hours(2), {}), 2 / 24.0, 1e-6);
  EXPECT_NEAR(policy->rank(slow.bytes(), kMidnight + hours(2), {}), 7.2 / 24.0, 1e-6);
}

}  // namespace
}  // namespace curlew::schedule
