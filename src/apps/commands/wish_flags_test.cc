#include "apps/commands/wish_flags.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

std::uint32_t quiet(std::string_view text) {
  return parse_active_hours(text).value().hours;
}

TEST(WishFlags, ActiveHoursLeaveTheOthersQuiet) {
  EXPECT_EQ(quiet("8-20"), 0xf000ffu);
  EXPECT_EQ(quiet("0-12"), 0xfff000u);
  EXPECT_EQ(quiet("12-24"), 0x000fffu);
}

TEST(WishFlags, ActiveHoursMayRunOverMidnight) {
  EXPECT_EQ(quiet("22-6"), 0x3fffc0u);
  EXPECT_EQ(active_hours_text(parse_active_hours("22-6").value()), "22-6");
}

TEST(WishFlags, ActiveHoursMayBeThoseOfAnotherZone) {
  EXPECT_EQ(quiet("8-20@+2"), quiet("6-18"));
  EXPECT_EQ(quiet("8-20@2"), quiet("6-18"));
  EXPECT_EQ(quiet("8-20@-5"), quiet("13-1"));
  EXPECT_EQ(active_hours_text(parse_active_hours("8-20@+2").value()), "6-18");
}

TEST(WishFlags, WhatIsNoSpanOfHoursIsRefused) {
  for (const std::string_view text :
       {"", "8", "8-", "-8", "8-25", "25-8", "8-8", "0-24", "8-20@", "8-20@15",
        "8-20@+", "8-20 ", "8:30-20", "a-b"}) {
    EXPECT_FALSE(parse_active_hours(text).ok()) << text;
  }
}

TEST(WishFlags, NothingSaidIsNothingWished) {
  EXPECT_EQ(to_wish_edit({}).value(), WishEdit{});
  EXPECT_EQ(active_hours_text({}), "");
}

TEST(WishFlags, NoneTakesAWishBackAndLeavesTheOthers) {
  model::OwnWishes wishes{.interval = std::chrono::minutes(5),
                          .longest_gap = std::chrono::hours(1),
                          .quiet = parse_active_hours("8-20").value()};
  apply(to_wish_edit({.interval = "none"}).value(), wishes);
  EXPECT_FALSE(wishes.interval);
  EXPECT_EQ(wishes.longest_gap, std::chrono::hours(1));
  apply(to_wish_edit({.longest_gap = "none", .active_hours = "none"}).value(), wishes);
  EXPECT_EQ(wishes, model::OwnWishes{});
}

TEST(WishFlags, GapsUnderAMinuteAreRefused) {
  EXPECT_EQ(to_wish_edit({.longest_gap = "30s"}).error().text,
            "--longest-gap 30s: must be a duration from 1m to 36500d, such as 30m or "
            "1h30m, or none");
}

}  // namespace
}  // namespace curlew::apps
