#include <gtest/gtest.h>

#include "schedule/make_policy.h"
#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

std::unique_ptr<Policy> four_weeks() {
  return make_posting_rate_policy({.tick = minutes(10), .training = days(28)});
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
// means are 1/h between 9 and 10, the minimum elsewhere (and a little more, since of
// the first days' weekdays nothing was known). Then articles expected from 08:00 to
// 11:00 are .1 + 1 + .1.
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
  EXPECT_NEAR(policy->rank(state.bytes(), *previous + hours(3), {}), 1.2, 0.1);
  EXPECT_NEAR(policy->rank(state.bytes(), *previous + hours(3), {.weight = 2}), 2.4,
              0.2);
}

// Two articles on each Monday of eight weeks, one on every other day, whatever phase
// and policy recorded them: Mondays weigh (7*16 + 20)/(64 + 20), other days
// (7*8 + 20)/84.
TEST(Training, HandsOverWhatEachWeekdayBrought) {
  for (const bool by_toe : {true, false}) {
    const auto trained = four_weeks();
    const auto recorder = by_toe ? make_toe_policy({}) : four_weeks();
    PolicyState state;
    recorder->next_visit(state, {.at = kMidnight}, {});
    Time at = kMidnight;  // A Wednesday.
    for (int day = 1; day <= 56; ++day) {
      const Time previous = at;
      at = kMidnight + days(day);
      const std::uint32_t items = day % 7 == 6 ? 2 : 1;
      const Time times[] = {at - hours(12), at - hours(12)};
      recorder->next_visit(state,
                           {.at = at,
                            .previous = previous,
                            .new_items = items,
                            .item_times = std::span(times, items)},
                           {});
    }
    const Belief belief = trained->belief(state.bytes(), at, {});
    ASSERT_EQ(belief.profile.size(), 168u);
    EXPECT_NEAR(belief.profile[12] / belief.profile[24 + 12], 132.0 / 76, 1e-3);
    EXPECT_TRUE(belief.variables.empty());
    // A week, of which every day has about one article at noon and the minimum else.
    EXPECT_NEAR(trained->rank(state.bytes(), at + days(7), {}), 7 * (23 * .1 + 8 / 7.0),
                2);
  }
}

TEST(Training, ShowsItsCountersWhileItLasts) {
  const auto policy = four_weeks();
  PolicyState state;
  policy->next_visit(state, {.at = kMidnight, .new_items = 3}, {});
  const auto shown =
      policy->belief(state.bytes(), kMidnight + minutes(5), {}).variables;
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_NEAR(shown[0].second, 1.6, 1e-6);  // M
  EXPECT_NEAR(shown[1].second, 1, 1e-6);    // T
  EXPECT_EQ(shown[2].second, 2);            // ToE
  EXPECT_NEAR(*policy->median(state.bytes(), kMidnight), 1.6, 1e-6);
  EXPECT_TRUE(policy->is_beyond_budget(state.bytes(), kMidnight + days(27)));
  const Time after = kMidnight + days(29);
  EXPECT_TRUE(policy->belief(state.bytes(), after, {}).variables.empty());
  EXPECT_EQ(policy->median(state.bytes(), after), std::nullopt);
  EXPECT_FALSE(policy->is_beyond_budget(state.bytes(), after));
}

// What releases wrote in which each policy had a layout of its own.
TEST(Training, IsNotBegunAgainForWhatAnEarlierReleaseHasLearned) {
  const auto policy = four_weeks();
  struct {
    std::uint8_t mark[4] = {14};
    HourlyRates rates;
    ToeCounters toe{.wait = 7, .quiet = 3};
    Time since = kMidnight - days(20), last = kMidnight, due = kMidnight + hours(1);
  } trained;
  trained.rates.per_day = 5;
  PolicyState state;
  state.set(trained);
  EXPECT_TRUE(policy->is_beyond_budget(state.bytes(), kMidnight + days(7)));
  EXPECT_FALSE(policy->is_beyond_budget(state.bytes(), kMidnight + days(9)));
  EXPECT_EQ(*policy->median(state.bytes(), kMidnight), 7);
  EXPECT_EQ(policy->belief(state.bytes(), kMidnight, {}).rate_per_day, 5);
  struct {
    std::uint8_t mark[4] = {3};
    HourlyRates rates;
    Time last = kMidnight;
  } rated;
  rated.rates.per_day = 6;
  for (const std::uint8_t kind : {3, 4}) {
    rated.mark[0] = kind;
    state.set(rated);
    EXPECT_FALSE(policy->is_beyond_budget(state.bytes(), kMidnight));
    EXPECT_EQ(policy->belief(state.bytes(), kMidnight, {}).rate_per_day, 6);
  }
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
