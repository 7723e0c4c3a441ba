#include <gtest/gtest.h>

#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

const Time kMidnight = from_unix_seconds(1'700'006'400);  // 2023-11-15T00:00:00Z

std::unique_ptr<Policy> four_weeks() {
  return make_training_policy({.tick = minutes(10), .training = days(28)});
}

// The steps of toe_test: new -> 2 ticks, nothing -> 2, 3, 5, new -> 2.
TEST(Training, VisitsByToeAtFirst) {
  const auto policy = four_weeks();
  PolicyState state;
  Random random(1);
  Time at = policy->first_visit(state, kMidnight, random);
  EXPECT_LE(at, kMidnight + minutes(30));
  EXPECT_GT(policy->rank(state.bytes(), at, {}), 1e8);
  std::optional<Time> previous;
  const std::pair<std::uint32_t, int> steps[] = {
      {3, 2}, {0, 2}, {0, 3}, {0, 5}, {1, 2}};
  for (const auto& [new_items, ticks] : steps) {
    const Time due = policy->next_visit(
        state, {.at = at, .previous = previous, .new_items = new_items}, {});
    EXPECT_EQ(due, at + minutes(10 * ticks));
    EXPECT_EQ(policy->rank(state.bytes(), due - minutes(1), {}), 0);
    EXPECT_GT(policy->rank(state.bytes(), due, {}), 1e8);
    previous = at;
    at = due;
  }
}

TEST(Training, AmongThoseWhoseTimeHasComeTheLatestIsFirst) {
  const auto policy = four_weeks();
  PolicyState early;
  PolicyState late;
  policy->next_visit(early, {.at = kMidnight}, {});
  policy->next_visit(late, {.at = kMidnight + minutes(10)}, {});
  EXPECT_GT(policy->rank(early.bytes(), kMidnight + hours(1), {}),
            policy->rank(late.bytes(), kMidnight + hours(1), {}));
}

// Four weeks of visits every half hour with one article a day at 09:15, stated: the
// means are 1/h between 9 and 10, the minimum elsewhere. Then articles expected from
// 08:00 to 11:00 are .1 + 1 + .1.
TEST(Training, RanksByThePostingHistoryRecordedMeanwhile) {
  const auto policy = four_weeks();
  PolicyState state;
  std::optional<Time> previous;
  Time at = kMidnight;
  for (; at <= kMidnight + days(28) + hours(8); at += minutes(30)) {
    const Time item[] = {at - minutes(15)};
    const bool found =
        (at - kMidnight) % Milliseconds(days(1)) == hours(9) + minutes(30);
    const Time due = policy->next_visit(state,
                                        {.at = at,
                                         .previous = previous,
                                         .new_items = found,
                                         .item_times = std::span(item, found)},
                                        {});
    EXPECT_EQ(due > at, at < kMidnight + days(28));
    previous = at;
  }
  EXPECT_NEAR(policy->rank(state.bytes(), *previous + hours(3), {}), 1.2, 0.05);
  EXPECT_NEAR(policy->rank(state.bytes(), *previous + hours(3), {.weight = 2}), 2.4,
              0.1);
}

TEST(Training, IsPartOfPostingRateWhenItIsAskedFor) {
  const auto policy = make_policy("posting-rate", {.training = days(28)}).value();
  PolicyState state;
  EXPECT_EQ(policy->next_visit(state, {.at = kMidnight, .new_items = 1}, {}),
            kMidnight + minutes(20));
  const auto untrained = make_policy("posting-rate", {}).value();
  EXPECT_EQ(untrained->next_visit(state, {.at = kMidnight, .new_items = 1}, {}),
            kMidnight);
}

}  // namespace
}  // namespace curlew::schedule
