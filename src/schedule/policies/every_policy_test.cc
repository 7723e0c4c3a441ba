// What holds for every policy, whatever its formula.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "schedule/make_policy.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;

class EveryPolicy
    : public testing::TestWithParam<std::tuple<std::string_view, Milliseconds>> {
 protected:
  const std::string_view name_ = std::get<0>(GetParam());
  std::unique_ptr<Policy> policy_ =
      make_policy(name_, {.training = std::get<1>(GetParam())}).value();
  PolicyState state_;
  Random random_{1};

  Time visit(Time at, std::optional<Time> previous, std::uint32_t new_items,
             std::span<const Time> times) {
    return policy_->next_visit(state_,
                               {.at = at,
                                .previous = previous,
                                .new_items = new_items,
                                .item_times = times,
                                .items_shown = new_items},
                               {.price = 0.1});
  }
  void live_a_little() {
    policy_->first_visit(state_, kStart, random_);
    for (int day = 0; day < 20; ++day) {
      const Time at = kStart + days(day);
      const Time item[] = {at - hours(3)};
      visit(at, at - days(1), day % 3 == 0, std::span(item, day % 3 == 0));
    }
  }
};

TEST_P(EveryPolicy, HasTheNameItIsMadeBy) {
  EXPECT_EQ(policy_->name(), name_);
  EXPECT_LE(policy_->state_bytes(), PolicyState::kSize);
}

TEST_P(EveryPolicy, KeepsItsStateInTheBytesItSays) {
  live_a_little();
  EXPECT_EQ(PolicyState::from_bytes(state_.to_bytes()), state_);
  EXPECT_LE(state_.to_bytes().size(), policy_->state_bytes());
}

TEST_P(EveryPolicy, GoesOnFromAStoredStateAsIfNothingHadHappened) {
  live_a_little();
  PolicyState stored = PolicyState::from_bytes(state_.to_bytes());
  const Observation seen{.at = kStart + days(21), .previous = kStart + days(19)};
  EXPECT_EQ(policy_->next_visit(stored, seen, {}),
            policy_->next_visit(state_, seen, {}));
  EXPECT_EQ(stored, state_);
}

TEST_P(EveryPolicy, TakesAStateOfAnotherPolicyAsFresh) {
  struct Foreign {
    std::uint8_t bytes[PolicyState::kSize];
  } foreign;
  std::fill(std::begin(foreign.bytes), std::end(foreign.bytes), 0xff);
  state_.set(foreign);
  PolicyState fresh;
  const Observation seen{.at = kStart, .previous = kStart - hours(1)};
  EXPECT_EQ(policy_->next_visit(state_, seen, {}),
            policy_->next_visit(fresh, seen, {}));
  if (policy_->state_bytes() > 0) {
    EXPECT_EQ(state_, fresh);
  }
  state_.set(foreign);
  EXPECT_EQ(policy_->rank(state_.bytes(), kStart + hours(1), {}),
            policy_->rank(PolicyState().bytes(), kStart + hours(1), {}));
}

TEST_P(EveryPolicy, StaysFiniteWhateverAFeedClaims) {
  const std::vector<Time> wild = {Time::min(), Time::max(),           Time{},
                                  kStart,      kStart + days(40'000), kStart - days(1)};
  Time at = kStart;
  std::optional<Time> previous;
  for (int i = 0; i < 300; ++i) {
    const auto items = static_cast<std::uint32_t>(random_.below(3) * 500'000);
    const Time due = visit(at, previous, items, items > 0 ? wild : std::vector<Time>{});
    ASSERT_GE(due, at);
    ASSERT_LE(due, at + days(400));
    for (const Milliseconds later :
         {Milliseconds(0), Milliseconds(days(1)), Milliseconds(days(5000))}) {
      const double rank = policy_->rank(state_.bytes(), at + later, {});
      ASSERT_TRUE(std::isfinite(rank));
      ASSERT_GE(rank, 0);
      const Belief belief = policy_->belief(state_.bytes(), at + later, {});
      ASSERT_TRUE(std::isfinite(belief.rate_per_day));
      ASSERT_TRUE(std::isfinite(belief.expected_items));
      ASSERT_TRUE(std::isfinite(belief.value));
    }
    // Now and then the clock is set back, and now and then nobody came for years.
    previous = at;
    const int step = static_cast<int>(random_.below(10));
    at += step == 0 ? days(-3) : step == 1 ? days(2000) : days(1);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, EveryPolicy,
    testing::Combine(testing::ValuesIn(policy_names().begin(), policy_names().end()),
                     testing::Values(Milliseconds(0), Milliseconds(days(28)))),
    [](const auto& policy) {
      std::string name(std::get<0>(policy.param));
      std::erase(name, '-');
      return name + (std::get<1>(policy.param) == days(0) ? "" : "AfterTraining");
    });

TEST(Policy, UnknownNamesAreAnErrorThatListsTheKnown) {
  EXPECT_EQ(make_policy("toe", {}).value()->name(), "toe");
  const std::string error = make_policy("best", {}).error().text;
  EXPECT_TRUE(error.starts_with("policy 'best' is not one of: round-robin toe"))
      << error;
}

}  // namespace
}  // namespace curlew::schedule
