#include "schedule/news/truncation.h"

#include <gtest/gtest.h>

namespace curlew::schedule::news {
namespace {

TEST(ListRoom, LosesNothingFarBelowItsEndAndAllFarAboveIt) {
  const ListRoom list_room{20};
  EXPECT_NEAR(list_room.loss(0), 0, 1e-9);
  EXPECT_LT(list_room.loss(5), .2);
  EXPECT_NEAR(list_room.loss(100), 80, .5);
  EXPECT_EQ(ListRoom{}.cost(1000), 0);
}

// The look-ahead relies on it.
TEST(ListRoom, LosesEverMoreOfEachFurtherItem) {
  const ListRoom list_room{7};
  for (double x = 1; x < 100; ++x) {
    EXPECT_GE(list_room.loss(x + 1) - list_room.loss(x),
              list_room.loss(x) - list_room.loss(x - 1));
  }
}

TEST(Burst, GrowsWithItemsThatCameTogetherUnexpected) {
  EXPECT_EQ(learned_burst(4, 0, 3), 4);
  EXPECT_EQ(learned_burst(4, 3, 3), 4);
  EXPECT_GT(learned_burst(4, 60, 4), 20);
  EXPECT_EQ(learned_burst(255, 1e6, 1), 255);
  EXPECT_LT(make_list_room(20, 40).room, make_list_room(20, 8).room);
}

TEST(ListLength, IsTheLongestSeenAndForgottenSlowly) {
  EXPECT_EQ(learned_length(0, 3), 3);
  EXPECT_EQ(learned_length(3, 20), 20);
  EXPECT_EQ(learned_length(20, 0), 20);
  EXPECT_EQ(learned_length(100, 20), 95);
}

}  // namespace
}  // namespace curlew::schedule::news
