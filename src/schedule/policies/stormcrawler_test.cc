#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

// Ten minutes are .006944 d. c: .5 + .003472 = .503; c: .251736 + .003472 = .255; n:
// .382813.
TEST(StormCrawler, HalvesTheWayToTheShortestAndGrowsByAHalf) {
  IntervalStory story(make_stormcrawler_policy());
  EXPECT_EQ(story.first_interval, 1);
  EXPECT_EQ(story.tell("ccn"), Intervals({0.503, 0.255, 0.383}));
}

// 1.5, 2.25, 3.375, 5.0625, then a week.
TEST(StormCrawler, StaysBetweenTenMinutesAndAWeek) {
  IntervalStory story(make_stormcrawler_policy());
  EXPECT_EQ(story.tell("nnnnnn"), Intervals({1.5, 2.25, 3.375, 5.063, 7, 7}));
  EXPECT_EQ(story.tell(std::string(40, 'c')).back(), 0.007);
}

}  // namespace
}  // namespace curlew::schedule
