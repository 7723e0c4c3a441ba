#include "base/time_budget.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

using std::chrono::nanoseconds;

TEST(TimeBudget, WithoutAClockIsNeverSpent) {
  TimeBudget none;
  TimeBudget no_clock(Milliseconds(0), {});
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_TRUE(none.step());
    ASSERT_TRUE(no_clock.step());
  }
  EXPECT_FALSE(none.is_spent());
  EXPECT_FALSE(no_clock.is_spent());
}

TEST(TimeBudget, IsSpentWhenItsTimeIsOverAndStaysSo) {
  nanoseconds now = Milliseconds(100);
  TimeBudget time(Milliseconds(50), [&] { return now; });
  now += Milliseconds(49);
  EXPECT_FALSE(time.is_spent());
  now += Milliseconds(1);
  EXPECT_TRUE(time.is_spent());
  now = {};
  EXPECT_TRUE(time.is_spent());
  EXPECT_FALSE(time.step());
}

TEST(TimeBudget, StepsSeeItSoonAndSeldomAskForTheTime) {
  nanoseconds now{};
  int looks = 0;
  TimeBudget time(Milliseconds(1), [&] {
    ++looks;
    return now;
  });
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(time.step());
  EXPECT_LT(looks, 50);
  now = Milliseconds(1);
  int steps = 0;
  while (time.step()) ++steps;
  EXPECT_LT(steps, 300);
}

TEST(TimeBudget, TheRealClockCountsTheWorkOfThisThread) {
  TimeBudget time(Milliseconds(1), thread_cpu_time);
  volatile std::uint64_t work = 0;
  while (!time.is_spent()) work = work + 1;
  EXPECT_GT(thread_cpu_time(), nanoseconds(0));
}

}  // namespace
}  // namespace curlew
