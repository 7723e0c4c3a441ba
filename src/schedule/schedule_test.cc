#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "schedule/budget.h"
#include "schedule/constraints.h"
#include "schedule/due_queue.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const Time kStart = from_unix_seconds(1'700'000'000);

TEST(PolicyState, SurvivesTheStore) {
  const auto policy = make_toe_policy({});
  PolicyState state;
  const Time items[] = {kStart};
  policy->next_visit(state, {.at = kStart, .new_items = 1, .item_times = items}, {});
  EXPECT_EQ(PolicyState::from_bytes(state.to_bytes()), state);
  EXPECT_TRUE(PolicyState::from_bytes("").is_fresh());
  EXPECT_TRUE(PolicyState::from_bytes(std::string(500, 'x')).is_fresh());
}

TEST(DueQueue, GivesSourcesInTheOrderOfTheirTimeThenOfTheirArrival) {
  DueQueue queue;
  queue.set(1, kStart + hours(2));
  queue.set(2, kStart);
  queue.set(3, kStart);
  queue.set(1, kStart);  // Moved: now last in line.
  EXPECT_EQ(queue.first_due(), kStart);
  EXPECT_FALSE(queue.pop_due(kStart - minutes(1)));
  EXPECT_EQ(queue.pop_due(kStart), 2u);
  EXPECT_EQ(queue.pop_due(kStart), 3u);
  EXPECT_EQ(queue.pop_due(kStart), 1u);
  EXPECT_FALSE(queue.pop_due(kStart));
}

TEST(DueQueue, AgreesWithASortedMultimapUnderRandomChanges) {
  DueQueue queue;
  std::map<std::pair<Time, int>, Slot> oracle;
  std::map<Slot, std::pair<Time, int>> where;
  Random random(5);
  for (int step = 0; step < 20'000; ++step) {
    const auto slot = static_cast<Slot>(random.below(200));
    const Time due = kStart + minutes(random.below(50));
    if (where.contains(slot)) {
      oracle.erase(where[slot]);
      where.erase(slot);
    }
    if (random.below(3) == 0) {
      queue.erase(slot);
    } else {
      queue.set(slot, due);
      where[slot] = {due, step};
      oracle[{due, step}] = slot;
    }
    if (random.below(4) == 0 && !oracle.empty()) {
      const auto popped = queue.pop_due(kNever);
      ASSERT_TRUE(popped);
      ASSERT_EQ(*popped, oracle.begin()->second);
      where.erase(oracle.begin()->second);
      oracle.erase(oracle.begin());
    }
    ASSERT_EQ(queue.size(), oracle.size());
  }
}

TEST(BackOff, DoublesUpToItsLongestWithJitter) {
  Random random(3);
  const BackOff options{minutes(10), hours(24), 0.25};
  for (std::uint32_t failures = 1; failures < 40; ++failures) {
    const double expected = std::min(600.0 * std::exp2(double(failures - 1)), 86'400.0);
    const double waited =
        Seconds(back_off(options, failures, model::FetchOutcome::kTimedOut, random))
            .count();
    EXPECT_GE(waited, expected * 0.749);
    EXPECT_LE(waited, expected * 1.251);
  }
}

TEST(BackOff, WaitsLongestWhenTheAnswerWillNotChangeSoon) {
  Random random(3);
  EXPECT_GE(back_off({}, 1, model::FetchOutcome::kRobotsDenied, random), hours(18));
}

TEST(Combine, ThePublishersWishWinsOverThePolicyAndIsNamed) {
  const Due due = combine({}, {.visited = kStart,
                               .policy = kStart + minutes(20),
                               .not_before = kStart + hours(2)});
  EXPECT_EQ(due.at, kStart + hours(2));
  EXPECT_EQ(due.reason, DueReason::kPublisher);
}

TEST(Combine, AWishInTheFarFutureIsNotBelieved) {
  const Due due = combine({}, {.visited = kStart,
                               .policy = kStart + minutes(20),
                               .not_before = kStart + hours(24 * 3650)});
  EXPECT_EQ(due.at, kStart + hours(24 * 7));
}

TEST(Combine, TheOwnIntervalReplacesThePolicyButNotTheGap) {
  Wishes wishes{.visited = kStart, .policy = kStart + hours(5)};
  wishes.own.interval = minutes(30);
  EXPECT_EQ(combine({}, wishes).at, kStart + minutes(30));
  wishes.own.interval = minutes(1);
  EXPECT_EQ(combine({}, wishes).at, kStart + minutes(10));
  EXPECT_EQ(combine({}, wishes).reason, DueReason::kMinimumGap);
}

TEST(Combine, KeepsOutOfTheTimesThatAFeedCallsQuiet) {
  // From Tuesday 22:13:20 over the two named hours and all of Wednesday.
  Wishes wishes{.visited = kStart, .policy = kStart + minutes(20)};
  wishes.quiet = {0b11u << 22, 1u << 3};
  EXPECT_EQ(to_iso8601(combine({}, wishes).at), "2023-11-16T00:00:00Z");
  EXPECT_EQ(combine({}, wishes).reason, DueReason::kPublisher);
}

TEST(Combine, AVisitDueJustBeforeAQuietHourMightStartInIt) {
  Wishes wishes{.visited = kStart, .policy = from_unix_seconds(1'700'002'700)};
  wishes.quiet = {1u << 23, 0};
  EXPECT_EQ(to_iso8601(*wishes.policy), "2023-11-14T22:58:20Z");
  EXPECT_EQ(to_iso8601(combine({}, wishes).at), "2023-11-15T00:00:00Z");
}

TEST(Combine, AFeedThatIsAlwaysQuietSaysNothing) {
  Wishes wishes{.visited = kStart, .policy = kStart + minutes(20)};
  wishes.quiet = {0xffffff, 0};
  EXPECT_EQ(combine({}, wishes).at, kStart + minutes(20));
}

TEST(TickBudget, CarriesFractionsOver) {
  TickBudget budget({BudgetKind::kPerTick, 0.15}, minutes(10));
  std::size_t visits = 0;
  for (int tick = 0; tick < 600; ++tick) visits += budget.next_tick(7);
  EXPECT_NEAR(double(visits), 0.15 * 7 * 100, 1);
}

}  // namespace
}  // namespace curlew::schedule
