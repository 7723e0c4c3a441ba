#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

// Counts per interval, [last state] -> {unchanged, changed}:
//   7:  n; n [0]={1,0} P=0 -> 21
//   21: n [0]={1,0} P=0 -> 63
//   63: c [0]={0,1}, nothing after a change -> 63; n [1]={1,0}, P(1|0)=1/1 -> 21
//   21: c [0]={1,1}, nothing after a change -> 21; c [1]={0,1} P(1|1)=1 -> 7
//   7:  n [1]={1,0}, P(1|0)=0/1 -> 21
//   21: n [0]={2,1} P(1|0)=1/3 -> 31.5
TEST(StateOne, AdaptsToTheLikelihoodOfAChangeAfterTheLastState) {
  IntervalStory story(make_state_1_policy());
  EXPECT_EQ(story.first_interval, 7);
  EXPECT_EQ(story.tell("nn"), Intervals({7, 21}));
  EXPECT_EQ(story.tell("n"), Intervals({63}));
  EXPECT_EQ(story.tell("cn"), Intervals({63, 21}));
  EXPECT_EQ(story.tell("cc"), Intervals({21, 7}));
  EXPECT_EQ(story.tell("nn"), Intervals({21, 31.5}));
}

// A change follows a change nearly always, so one exception moves nothing. A counter
// that began again at zero would.
TEST(StateOne, CountsThatAreFullKeepTheirRatio) {
  for (int changes = 240; changes < 270; ++changes) {
    IntervalStory story(make_state_1_policy());
    EXPECT_EQ(story.tell(std::string(changes, 'c')).back(), 1);
    EXPECT_EQ(story.tell("nc"), Intervals({1, 1}));
  }
}

TEST(StateOne, StaysWithinItsLimitsOnceMoreIntervalsWereUsedThanAreRemembered) {
  IntervalStory story(make_state_1_policy());
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    const double interval = story.tell(random.below(2) == 0 ? "c" : "n").back();
    ASSERT_GE(interval, 1);
    ASSERT_LE(interval, 182);
  }
}

}  // namespace
}  // namespace curlew::schedule
