#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

// c: .8, .64; n: .896, 1.254.
TEST(Nutch, ShrinksByAFifthAndGrowsByTwoFifths) {
  IntervalStory story(make_nutch_policy());
  EXPECT_EQ(story.first_interval, 1);
  EXPECT_EQ(story.tell("ccnn"), Intervals({0.8, 0.64, 0.896, 1.254}));
}

// 1.4, 1.96, 2.744, 3.8416, 5.37824, then a week; .8^n falls below ten minutes.
TEST(Nutch, StaysBetweenTenMinutesAndAWeek) {
  IntervalStory story(make_nutch_policy());
  EXPECT_EQ(story.tell("nnnnnnn"), Intervals({1.4, 1.96, 2.744, 3.842, 5.378, 7, 7}));
  EXPECT_EQ(story.tell(std::string(60, 'c')).back(), 0.007);
}

}  // namespace
}  // namespace curlew::schedule
