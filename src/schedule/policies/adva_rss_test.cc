#include <gtest/gtest.h>

#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// All rates start at 1/h. At 02:00 two articles of 00:30 and 00:40 are found: r[0] = 1
// + .4·(2-1) = 1.4, r[1] = 1 - .4 = .6. Until midnight 22 are expected, until 01:30
// next day 1.4 + .3 more.
TEST(PostingRate, RanksByTheArticlesExpectedSinceTheLastVisit) {
  const auto policy = make_posting_rate_policy();
  EXPECT_EQ(policy->speaks(), Speaks::kRanks);
  PolicyState state;
  policy->next_visit(state, {.at = kMidnight}, {});
  const Time items[] = {kMidnight + minutes(30), kMidnight + minutes(40)};
  const Time now = kMidnight + hours(2);
  EXPECT_NEAR(policy->rank(state.bytes(), now, {}), 2, 1e-6);
  EXPECT_EQ(
      policy->next_visit(
          state,
          {.at = now, .previous = kMidnight, .new_items = 2, .item_times = items}, {}),
      now);
  EXPECT_NEAR(policy->rank(state.bytes(), now, {}), 0, 1e-6);
  EXPECT_NEAR(policy->rank(state.bytes(), kMidnight + hours(24), {}), 22, 1e-5);
  EXPECT_NEAR(policy->rank(state.bytes(), kMidnight + minutes(25 * 60 + 30), {}), 23.7,
              1e-5);
}

// Eq. 6 with c = .5 and 4 subscribers: three times as much.
TEST(PostingRate, SubscribersWeigh) {
  const auto policy = make_posting_rate_policy();
  PolicyState state;
  policy->next_visit(state, {.at = kMidnight}, {});
  EXPECT_NEAR(
      policy->rank(state.bytes(), kMidnight + hours(2), {.weight = 1 + 0.5 * 4}), 6,
      1e-6);
}

TEST(PostingRate, WhoWasNeverVisitedComesFirst) {
  const auto policy = make_posting_rate_policy();
  PolicyState fresh;
  Random random(1);
  policy->first_visit(fresh, kMidnight, random);
  PolicyState old;
  policy->next_visit(old, {.at = kMidnight - hours(100'000)}, {});
  EXPECT_GT(policy->rank(fresh.bytes(), kMidnight, {}),
            policy->rank(old.bytes(), kMidnight, {}));
}

TEST(PostingRate, ASourceThatNeverPublishesIsStillVisited) {
  const auto policy = make_posting_rate_policy();
  PolicyState state;
  Time at = kMidnight;
  for (int day = 0; day < 200; ++day, at += hours(24)) {
    policy->next_visit(state, {.at = at, .previous = at - hours(24)}, {});
  }
  // .1/h for a day.
  EXPECT_NEAR(policy->rank(state.bytes(), at, {}), 2.4, 1e-5);
  EXPECT_NEAR(policy->belief(state.bytes(), at, {}).rate_per_day, 2.4, 1e-5);
}

TEST(PostingRate, TakesNoMoreThanTheFeedsShareOfMemory) {
  EXPECT_LE(make_posting_rate_policy()->state_bytes(), 136u);
}

}  // namespace
}  // namespace curlew::schedule
