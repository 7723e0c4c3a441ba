#include "schedule/news/news_policy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "schedule/news/news_state.h"

namespace curlew::schedule::news {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

const Time kMonday = from_unix_seconds(1'609'718'400);  // 2021-01-04 00:00 UTC.

// One source in the hands of the policy.
class NewsPolicyTest : public testing::Test {
 protected:
  Time visit(Time at, const std::vector<Time>& items = {}) {
    return visit({.at = at,
                  .previous = previous_,
                  .new_items = std::uint32_t(items.size()),
                  .item_times = items});
  }
  Time visit(const Observation& seen) {
    previous_ = seen.at;
    return policy_->next_visit(state_, seen, terms_);
  }
  Milliseconds gap_after(Time at, const std::vector<Time>& items = {}) {
    return visit(at, items) - at;
  }
  // A source that publishes once in `every`, visited when it is due.
  Time publish_for(Milliseconds span, Milliseconds every) {
    Time now = kMonday;
    Time next = now + every;
    while (now < kMonday + span) {
      std::vector<Time> items;
      for (; next <= now; next += every) items.push_back(next);
      now = visit(now, items);
    }
    return now;
  }
  Belief belief(Time now) { return policy_->belief(state_.bytes(), now, terms_); }

  std::unique_ptr<Policy> policy_ = make_news_policy();
  PolicyState state_;
  Terms terms_{.price = .1};
  std::optional<Time> previous_;
};

TEST_F(NewsPolicyTest, ASourceThatNeverPublishesIsVisitedEverMoreRarely) {
  Time now = kMonday;
  const Milliseconds first = gap_after(now);
  Milliseconds gap = first;
  Milliseconds longest{0};
  for (int i = 0; i < 200; ++i) {
    now += gap;
    gap = gap_after(now);
    longest = std::max(longest, gap);
    EXPECT_LE(gap, days(30));
  }
  EXPECT_GT(longest, 8 * first);
}

TEST_F(NewsPolicyTest, WakesUpWithOneItemAfterMonthsOfSilence) {
  Time now = kMonday;
  while (now < kMonday + days(200)) now = visit(now);
  const Milliseconds asleep = gap_after(now);
  now += asleep;
  EXPECT_LT(gap_after(now, {now - minutes(5)}), asleep / 2);
}

TEST_F(NewsPolicyTest, ADearerVisitIsMadeLater) {
  publish_for(days(30), hours(5));
  const Time now = *previous_ + hours(1);
  const PolicyState before = state_;
  const Milliseconds cheap = gap_after(now);
  state_ = before;
  terms_.price *= 2;
  EXPECT_GT(gap_after(now), cheap);
}

TEST_F(NewsPolicyTest, MoreItemsBringTheNextVisitForward) {
  publish_for(days(30), hours(5));
  const Time now = *previous_ + hours(6);
  const PolicyState before = state_;
  const Milliseconds one = gap_after(now, {now - hours(1)});
  state_ = before;
  const std::vector<Time> many(12, now - hours(1));
  EXPECT_LT(gap_after(now, many), one);
}

TEST_F(NewsPolicyTest, MoreSubscribersBringTheNextVisitForward) {
  publish_for(days(30), hours(5));
  const Time now = *previous_ + hours(1);
  const PolicyState before = state_;
  const Milliseconds few = gap_after(now);
  state_ = before;
  terms_.weight = 9;
  EXPECT_LT(gap_after(now), few);
}

TEST_F(NewsPolicyTest, LearnsTheRateOfASteadySource) {
  const Time now = publish_for(days(120), hours(6));
  EXPECT_NEAR(belief(now).rate_per_day, 4, .8);
}

TEST_F(NewsPolicyTest, LearnsTheHourAtWhichASourcePublishes) {
  Time now = kMonday;
  Time next = kMonday + hours(9);
  while (now < kMonday + days(60)) {
    std::vector<Time> items;
    for (; next <= now; next += days(1)) items.push_back(next);
    now = visit(now, items);
  }
  const Belief learned = belief(now);
  ASSERT_EQ(learned.profile.size(), 168u);
  EXPECT_GT(learned.profile[9], 5 * learned.profile[21]);
}

TEST_F(NewsPolicyTest, RanksByWhatHasWaited) {
  publish_for(days(30), hours(5));
  terms_.asks = Asks::kRanks;
  EXPECT_EQ(visit(*previous_ + hours(1)), *previous_);  // May be visited at once.
  double before = 0;
  for (int h = 1; h < 400; h += 7) {
    const double rank = policy_->rank(state_.bytes(), *previous_ + hours(h), terms_);
    EXPECT_GT(rank, before);
    before = rank;
  }
}

TEST_F(NewsPolicyTest, StaysInItsSizeAndItsKind) {
  visit(kMonday);
  EXPECT_LE(policy_->state_bytes(), 112u);
  EXPECT_TRUE(state_.is(StateKind::kNews));
}

// --- What feeds and clocks really do. ---

bool is_sane(const Belief& belief) {
  if (!std::isfinite(belief.rate_per_day) || belief.rate_per_day <= 0) return false;
  if (!std::isfinite(belief.expected_items) || !std::isfinite(belief.value))
    return false;
  for (const float intensity : belief.profile) {
    if (!std::isfinite(intensity) || intensity < 0) return false;
  }
  return true;
}

TEST_F(NewsPolicyTest, SurvivesWhateverAVisitMayReport) {
  Random random(3);
  Time now = kMonday;
  for (int i = 0; i < 20'000; ++i) {
    switch (random.below(8)) {
      case 0:
        now += days(random.below(4000));
        break;
      case 1:
        now -= days(random.below(3000));
        break;
      default:
        now += minutes(random.below(3000));
    }
    now = std::max(now, from_unix_seconds(1));
    std::vector<Time> times(random.below(5) == 0 ? random.below(200) : random.below(3));
    for (Time& time : times) {
      time = random.below(4) == 0 ? from_unix_ms(std::int64_t(random()))
                                  : now + minutes(random.below(4000)) - minutes(3000);
    }
    const bool absurd = random.below(50) == 0;
    const Time due =
        visit({.at = now,
               .previous = previous_,
               .new_items =
                   absurd ? 1'000'000u : std::uint32_t(times.size() + random.below(3)),
               .item_times = times,
               .items_shown = std::uint32_t(random.below(3) * 20)});
    ASSERT_GE(due, now + terms_.tick);
    ASSERT_LE(due, now + days(30));
    ASSERT_TRUE(is_sane(belief(now + hours(random.below(1000))))) << "round " << i;
  }
}

TEST_F(NewsPolicyTest, ASourceThatDatesItemsWronglyIsTakenForOneWithoutTimes) {
  Time now = kMonday;
  const std::vector<Time> wrong{from_unix_seconds(86'400 * 365)};
  for (int i = 0; i < 60; ++i) {
    visit(now, wrong);
    now += hours(6);
  }
  EXPECT_NEAR(belief(now).rate_per_day, 4, 1);
}

TEST_F(NewsPolicyTest, LearnsTheRateFromCountsAlone) {
  Time now = kMonday;
  for (int i = 0; i < 120; ++i) {
    visit({.at = now, .previous = previous_, .new_items = 3, .items_shown = 20});
    now += hours(12);
  }
  EXPECT_NEAR(belief(now).rate_per_day, 6, 1);
}

// Changed at every second visit, one visit a day: -ln(1/2) changes a day.
TEST_F(NewsPolicyTest, ABitIsTakenForAtLeastOneChange) {
  Time now = kMonday;
  for (int i = 0; i < 200; ++i) {
    visit({.at = now, .previous = previous_, .new_items = i % 2 ? 1u : 0u});
    now += hours(24);
  }
  EXPECT_NEAR(belief(now).rate_per_day, std::log(2), .2);
}

TEST_F(NewsPolicyTest, TheFirstListTellsHowMuchASourcePublishes) {
  std::vector<Time> items;
  for (int i = 0; i < 20; ++i) items.push_back(kMonday - hours(2 * i + 1));
  visit({.at = kMonday, .new_items = 20, .item_times = items, .items_shown = 20});
  EXPECT_NEAR(belief(kMonday + hours(1)).rate_per_day, 12, 3);
}

TEST_F(NewsPolicyTest, AShortListIsVisitedBeforeItOverflows) {
  Time now = kMonday;
  const auto story = [&](std::uint32_t shown) {
    state_ = {};
    Milliseconds gap{0};
    for (now = kMonday; now < kMonday + days(20); now += hours(4)) {
      std::vector<Time> items;
      for (int i = 0; i < 5; ++i) items.push_back(now - minutes(45 * i + 1));
      gap =
          visit(
              {.at = now, .new_items = 5, .item_times = items, .items_shown = shown}) -
          now;
    }
    return gap;
  };
  terms_.price = 20;  // Fifty items wait before a visit is worth it.
  const Milliseconds unbounded = story(0);
  EXPECT_GT(unbounded, hours(16));
  EXPECT_LT(story(20), hours(16));
}

TEST_F(NewsPolicyTest, AnotherPolicysStateCountsAsFresh) {
  PolicyState other;
  other.set(std::array<std::uint8_t, 4>{std::uint8_t(StateKind::kRoundRobin), 9, 9, 9});
  state_ = other;
  EXPECT_GT(visit(kMonday), kMonday);
  EXPECT_TRUE(state_.is(StateKind::kNews));
}

TEST_F(NewsPolicyTest, ForgetsAPopulationOfAnotherRelease) {
  const std::string fresh = policy_->population_bytes();
  policy_->restore_population("\x63garbage");
  EXPECT_EQ(policy_->population_bytes(), fresh);
}

}  // namespace
}  // namespace curlew::schedule::news
