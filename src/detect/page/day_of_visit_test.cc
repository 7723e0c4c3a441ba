#include "detect/page/day_of_visit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

// 2026-11-18T19:04:33Z, a Wednesday.
constexpr Time kWednesday = from_unix_seconds(1795028673);
constexpr Time kThursday = kWednesday + days(1);

bool tells_next_day(std::string_view before, std::string_view after) {
  return tells_visits(before, kWednesday, after, kThursday);
}

TEST(DayOfVisit, IsToldInManyLanguages) {
  EXPECT_TRUE(tells_next_day("Today is Wednesday, 18 November",
                             "Today is Thursday, 19 November"));
  EXPECT_TRUE(tells_next_day("Σήμερα είναι Τετάρτη 18 Νοεμβρίου 2026",
                             "Σήμερα είναι Πέμπτη 19 Νοεμβρίου 2026"));
  EXPECT_TRUE(
      tells_next_day("Mittwoch, den 18. November", "Donnerstag, den 19. November"));
  EXPECT_TRUE(tells_next_day("mercredi 18 novembre", "jeudi 19 novembre"));
  EXPECT_TRUE(tells_next_day("Nov 18th, 2026", "Nov 19th, 2026"));
  EXPECT_TRUE(tells_next_day("18.11.2026", "19.11.2026"));
  EXPECT_TRUE(tells_next_day("Athens 11/18/26", "Athens 11/19/26"));
  EXPECT_TRUE(tells_next_day("2026-11-18", "2026-11-19"));
}

TEST(DayOfVisit, IsThatOfTheVisitsAndNoOther) {
  EXPECT_FALSE(tells_next_day("Closed on 24 November", "Closed on 25 November"));
  EXPECT_FALSE(tells_next_day("Today is Wednesday, 18 November",
                              "Today is Friday, 20 November"));
  EXPECT_FALSE(tells_next_day("Today is Wednesday, 18 November",
                              "Today is Monday, 19 November"));
  EXPECT_FALSE(tells_next_day("18.10.2026", "19.10.2026"));
  EXPECT_FALSE(tells_next_day("18 November: fish", "19 November: meat"));
  EXPECT_FALSE(tells_next_day("18 November", "19 November, late"));
}

TEST(DayOfVisit, IsNotSeenInFiguresAlone) {
  EXPECT_FALSE(tells_next_day("Up to 12 m: 18 €", "Up to 12 m: 19 €"));
  EXPECT_FALSE(tells_next_day("18/11", "19/11"));
  EXPECT_FALSE(
      tells_next_day("26 boats, 18 of them away", "26 boats, 19 of them away"));
}

TEST(DayOfVisit, IsThatOfAnyTimeZone) {
  EXPECT_TRUE(tells_next_day("Auckland, 19 November", "Auckland, 20 November"));
  EXPECT_TRUE(tells_visits("31 December 2026", from_unix_seconds(1798757999),
                           "1 January 2027", from_unix_seconds(1798758001)));
  // One page is in one zone.
  EXPECT_FALSE(tells_next_day("18 November", "20 November"));
}

TEST(DayOfVisit, MayHaveItsTimeWithoutSeconds) {
  const Time later = kWednesday + hours(3) + minutes(20);
  EXPECT_TRUE(tells_visits("It is 21:04 in Athens", kWednesday, "It is 00:24 in Athens",
                           later));
  EXPECT_TRUE(
      tells_visits("18 November, 7:04 pm", kWednesday, "18 November, 10:24 pm", later));
  EXPECT_FALSE(tells_visits("The ferry leaves at 21:04", kWednesday,
                            "The ferry leaves at 21:30", later));
}

TEST(DayOfVisit, IsNoChangeOfAPage) {
  const auto page = [](std::string_view day, std::string_view price) {
    return fmt::format("<h1>Fees</h1><p>A boat pays {} a night.</p><p>{}</p>", price,
                       day);
  };
  const ReadPage old(page("Today is Wednesday, 18 November", "12 €"));
  const ReadPage next_day(page("Today is Thursday, 19 November", "12 €"));
  const ReadPage dearer(page("Today is Thursday, 19 November", "14 €"));
  const auto change_at = [&](const ReadPage& now, std::optional<Time> fetched) {
    return detect_change({old.document(), old.blocks(), kWednesday},
                         {now.document(), now.blocks(), fetched}, {})
        .change;
  };
  EXPECT_FALSE(change_at(next_day, kThursday).changed);
  EXPECT_TRUE(change_at(next_day, kThursday).has_noise);
  EXPECT_TRUE(change_at(next_day, std::nullopt).changed);
  EXPECT_EQ(change_at(dearer, kThursday).summary,
            "1 paragraph with new figures under ‘Fees’");
}

}  // namespace
}  // namespace curlew::detect
