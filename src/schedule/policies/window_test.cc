#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

// n: 0/1 -> *3; n: 0/1 -> *3; c: 1/2 stays; c: 2/2 -> /3; n: 2/3 -> /1.5; c: 2/3 ->
// /1.5; c: 3/4 is not above .75 -> /1.5.
TEST(Window, LooksAtHalfOfTheSnapshotsAtFirst) {
  IntervalStory story(make_window_policy());
  EXPECT_EQ(story.first_interval, 7);
  EXPECT_EQ(story.tell("nnccncc"), Intervals({21, 63, 63, 21, 14, 9.333, 6.222}));
}

// Twenty times nothing: the longest interval. Then of the last ten 1, 2, 3 changes
// would lengthen it further, 4, 5, 6 (.6 is not above .6) leave it, 7: / 1.5, 8 and 9
// (.9 is not above .9): / 2, 10: / 3.
TEST(Window, LooksAtTheLastTenFromTheTwentiethOn) {
  IntervalStory story(make_window_policy());
  EXPECT_EQ(story.tell(std::string(20, 'n')).back(), 182);
  EXPECT_EQ(story.tell("cccccc"), Intervals({182, 182, 182, 182, 182, 182}));
  EXPECT_EQ(story.tell("cccc"), Intervals({121.333, 60.667, 30.333, 10.111}));
}

}  // namespace
}  // namespace curlew::schedule
