#include <gtest/gtest.h>

#include "schedule/policies/interval_story_test.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

using Intervals = std::vector<double>;

TEST(Week, IsAlwaysAWeek) {
  IntervalStory story(make_week_policy());
  EXPECT_EQ(story.first_interval, 7);
  EXPECT_EQ(story.tell("ncncc"), Intervals({7, 7, 7, 7, 7}));
}

}  // namespace
}  // namespace curlew::schedule
