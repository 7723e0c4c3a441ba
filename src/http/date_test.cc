#include "http/date.h"

#include <gtest/gtest.h>

namespace curlew::http {
namespace {

constexpr Time kExample = from_unix_seconds(784'111'777);

TEST(HttpDateTest, AllThreeFormsOfTheStandardMeanTheSameInstant) {
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994"), kExample);
  EXPECT_EQ(parse_http_date(" Sun, 06 Nov 1994 08:49:37 GMT "), kExample);
}

TEST(HttpDateTest, AWrongNameOfTheDayIsForgiven) {
  EXPECT_EQ(parse_http_date("Mon, 06 Nov 1994 08:49:37 GMT"), kExample);
}

TEST(HttpDateTest, ALeapSecondIsTheNextMinute) {
  EXPECT_EQ(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT"),
            parse_http_date("Sun, 01 Jan 2017 00:00:00 GMT"));
}

TEST(HttpDateTest, TwoDigitYearsBelongToTheWebsLifetime) {
  EXPECT_EQ(parse_http_date("Friday, 31-Dec-70 00:00:00 GMT"),
            parse_http_date("Thu, 31 Dec 1970 00:00:00 GMT"));
  EXPECT_EQ(parse_http_date("Tuesday, 31-Dec-69 00:00:00 GMT"),
            parse_http_date("Tue, 31 Dec 2069 00:00:00 GMT"));
}

TEST(HttpDateTest, EverythingElseIsRefused) {
  for (const char* const text :
       {"", "0", "-1", "Thu", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 EST", "Sun, 06 Nov 1994 08:49:37 GMT+1",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 0x Nov 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"})
    EXPECT_FALSE(parse_http_date(text)) << text;
}

TEST(HttpDateTest, WhatIsWrittenIsReadBack) {
  EXPECT_EQ(to_http_date(kExample), "Sun, 06 Nov 1994 08:49:37 GMT");
  for (std::int64_t seconds = 0; seconds < 4'000'000'000; seconds += 12'345'678) {
    const Time time = from_unix_seconds(seconds);
    EXPECT_EQ(parse_http_date(to_http_date(time)), time) << seconds;
  }
}

}  // namespace
}  // namespace curlew::http
