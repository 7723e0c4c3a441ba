#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

// Counts per interval, [last two states] -> {unchanged, changed}:
//   7:  n; n; n [00]={1,0} P=0 -> 21
//   21: c [00]={0,1}; c [01]={0,1}; c [11]={0,1} P(1|11)=1 -> 7
//   7:  n [11]={1,0}; n [10]={1,0}, P(1|00)=0/1 -> 21
//   21: n [00]={1,1} P=1/2 stays; n [00]={2,1} P=1/3 -> 31.5
TEST(StateTwo, AdaptsToTheLikelihoodOfAChangeAfterTheLastTwoStates) {
  IntervalStory story(make_state_2_policy());
  EXPECT_EQ(story.first_interval, 7);
  EXPECT_EQ(story.tell("nnn"), Intervals({7, 7, 21}));
  EXPECT_EQ(story.tell("ccc"), Intervals({21, 21, 7}));
  EXPECT_EQ(story.tell("nn"), Intervals({7, 21}));
  EXPECT_EQ(story.tell("nn"), Intervals({21, 31.5}));
}

}  // namespace
}  // namespace curlew::schedule
