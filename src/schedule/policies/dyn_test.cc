#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

// Four snapshots up to a week, three above it (10.5), two above a month (35.438), one
// above two months (70.875).
TEST(Dyn, TheLongerTheIntervalTheFewerSnapshotsDecide) {
  IntervalStory story(make_dyn_policy());
  EXPECT_EQ(story.first_interval, 7);
  EXPECT_EQ(story.tell("nnnn"), Intervals({7, 7, 7, 10.5}));
  EXPECT_EQ(story.tell("nnn"), Intervals({10.5, 10.5, 15.75}));
  EXPECT_EQ(story.tell("nnnnnn"),
            Intervals({15.75, 15.75, 23.625, 23.625, 23.625, 35.438}));
  EXPECT_EQ(story.tell("nn"), Intervals({35.438, 70.875}));
  EXPECT_EQ(story.tell("cn"), Intervals({47.25, 47.25}));
  EXPECT_EQ(story.tell("cc"), Intervals({47.25, 31.5}));
}

TEST(Dyn, OneSnapshotThatDiffersKeepsAShortInterval) {
  IntervalStory story(make_dyn_policy());
  EXPECT_EQ(story.tell("cccnccc"), Intervals({7, 7, 7, 7, 7, 7, 7}));
  EXPECT_EQ(story.tell("c"), Intervals({3.5}));
}

}  // namespace
}  // namespace curlew::schedule
