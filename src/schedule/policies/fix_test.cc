#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

TEST(Fix, TwoSnapshotsAlikeMoveTheIntervalAndMixedOnesDoNot) {
  IntervalStory story(make_fix_policy());
  EXPECT_EQ(story.first_interval, 7);
  // 7 * 1.5 = 10.5, * 1.5 = 15.75; mixed: stays; then nn: * 1.5 = 23.625.
  EXPECT_EQ(story.tell("nnnn"), Intervals({7, 10.5, 10.5, 15.75}));
  EXPECT_EQ(story.tell("cnn"), Intervals({15.75, 15.75, 23.625}));
}

// 23.625 * 1.5 = 35.4375; above a month * 2: 70.875, 141.75, then the limit; back / 1.5
// down to a month: 121.333, 80.889, 53.926, 35.951, 23.967; below it / 2: 11.984.
TEST(Fix, StepsAreSmallerAboveAMonthDownwardsAndLargerUpwards) {
  IntervalStory story(make_fix_policy());
  story.tell("nnnnnn");
  EXPECT_EQ(story.tell("nnnnnnnn"),
            Intervals({23.625, 35.438, 35.438, 70.875, 70.875, 141.75, 141.75, 182}));
  EXPECT_EQ(story.tell("cccccccccc"),
            Intervals({182, 121.333, 121.333, 80.889, 80.889, 53.926, 53.926, 35.951,
                       35.951, 23.967}));
  EXPECT_EQ(story.tell("cc"), Intervals({23.967, 11.984}));
}

TEST(Fix, NeverBelowADay) {
  IntervalStory story(make_fix_policy());
  EXPECT_EQ(story.tell("cccccccc"), Intervals({7, 3.5, 3.5, 1.75, 1.75, 1, 1, 1}));
}

}  // namespace
}  // namespace curlew::schedule
