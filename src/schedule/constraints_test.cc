#include "schedule/constraints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

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

}  // namespace
}  // namespace curlew::schedule
