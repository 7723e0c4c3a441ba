#include "fetch/freshness.h"

#include <gtest/gtest.h>

#include "http/date.h"

namespace curlew::fetch {
namespace {

using std::chrono::seconds;

const Time kNow = from_unix_seconds(1'700'000'000);
constexpr seconds kMost{std::int64_t{1} << 31};

std::string date_at(seconds offset) { return http::to_http_date(kNow + offset); }

std::optional<seconds> fresh_for(const http::Headers& headers) {
  const auto until = fresh_until(headers, kNow);
  if (!until) return std::nullopt;
  return std::chrono::duration_cast<seconds>(*until - kNow);
}

std::optional<seconds> fresh_for(const std::string& cache_control) {
  return fresh_for(http::Headers{{"Cache-Control", cache_control}});
}

TEST(Freshness, MaxAgeIsCountedFromTheArrival) {
  EXPECT_EQ(fresh_for("max-age=600"), seconds(600));
  EXPECT_EQ(fresh_for("public, Max-Age=600 , must-revalidate"), seconds(600));
  EXPECT_EQ(fresh_for("max-age=\"600\""), seconds(600));
}

TEST(Freshness, AResponseThatSaysNothingHasNone) {
  EXPECT_EQ(fresh_for(http::Headers{}), std::nullopt);
  EXPECT_EQ(fresh_for(""), std::nullopt);
  EXPECT_EQ(fresh_for(", ,,"), std::nullopt);
  const http::Headers heuristic{{"Last-Modified", date_at(seconds(-1'000'000))}};
  EXPECT_EQ(fresh_for(heuristic), std::nullopt);
}

TEST(Freshness, NoStoreAndNoCacheOverrideEverythingElse) {
  EXPECT_EQ(fresh_for("max-age=600, no-cache"), std::nullopt);
  EXPECT_EQ(fresh_for("no-store, max-age=600"), std::nullopt);
  EXPECT_EQ(fresh_for("no-cache=\"a, b\", max-age=600"), std::nullopt);
}

TEST(Freshness, WordsInsideQuotesAreNoDirectives) {
  EXPECT_EQ(fresh_for("x=\"no-store, no-cache\", max-age=60"), seconds(60));
  EXPECT_EQ(fresh_for("x=\"a\\\", no-store\", max-age=60"), seconds(60));
  EXPECT_EQ(fresh_for("x=\"never closed, max-age=60"), std::nullopt);
}

TEST(Freshness, SharedCachesLifetimeIsNotOurs) {
  EXPECT_EQ(fresh_for("s-maxage=600"), std::nullopt);
  EXPECT_EQ(fresh_for("s-maxage=600, max-age=5"), seconds(5));
}

TEST(Freshness, AMalformedMaxAgeIsStaleAndStillHidesExpires) {
  for (const char* value : {"max-age", "max-age=", "max-age=-1", "max-age=1.5",
                            "max-age=ten", "max-age=10s", "max-age=0"}) {
    const http::Headers headers{{"Cache-Control", value},
                                {"Expires", date_at(seconds(600))}};
    EXPECT_EQ(fresh_for(headers), std::nullopt) << value;
  }
}

TEST(Freshness, OfSeveralMaxAgesTheFirstCounts) {
  EXPECT_EQ(fresh_for("max-age=60, max-age=600"), seconds(60));
  const http::Headers headers{{"Cache-Control", "max-age=60"},
                              {"Cache-Control", "max-age=600"}};
  EXPECT_EQ(fresh_for(headers), seconds(60));
}

TEST(Freshness, HugeValuesAreClampedTo2ToThe31) {
  EXPECT_EQ(fresh_for("max-age=99999999999999999999999999999999999999"), kMost);
  const http::Headers far{{"Expires", "Fri, 31 Dec 9999 23:59:59 GMT"}};
  EXPECT_EQ(fresh_for(far), kMost);
}

TEST(Freshness, AgeIsTimeAlreadySpent) {
  const auto with_age = [](const std::string& age) {
    return fresh_for(http::Headers{{"Cache-Control", "max-age=600"}, {"Age", age}});
  };
  EXPECT_EQ(with_age("100"), seconds(500));
  EXPECT_EQ(with_age("600"), std::nullopt);
  EXPECT_EQ(with_age("99999999999999999999"), std::nullopt);
  EXPECT_EQ(with_age("100, 300"), seconds(500));
  EXPECT_EQ(with_age("-5"), seconds(600));
  EXPECT_EQ(with_age("soon"), seconds(600));
}

TEST(Freshness, ExpiresIsReadByTheServersOwnClock) {
  const http::Headers slow_clock{{"Date", date_at(seconds(-7200))},
                                 {"Expires", date_at(seconds(-7200 + 300))}};
  EXPECT_EQ(fresh_for(slow_clock), seconds(300));
  const http::Headers dateless{{"Expires", date_at(seconds(300))}};
  EXPECT_EQ(fresh_for(dateless), seconds(300));
}

TEST(Freshness, AnExpiresThatIsNoDateLiesInThePast) {
  for (const char* value :
       {"0", "-1", "", "tomorrow", "Thu, 01 Jan 1970 00:00:00 GMT"}) {
    EXPECT_EQ(fresh_for(http::Headers{{"Expires", value}}), std::nullopt) << value;
  }
}

TEST(Freshness, OurClockBeingWrongDoesNotMakeAResponseStale) {
  const http::Headers headers{{"Date", date_at(seconds(-86'400))},
                              {"Cache-Control", "max-age=600"}};
  EXPECT_EQ(fresh_for(headers), seconds(600));
}

std::optional<seconds> stay_away_for(const std::string& value) {
  const auto until = retry_after({{"Retry-After", value}}, kNow);
  if (!until) return std::nullopt;
  return std::chrono::duration_cast<seconds>(*until - kNow);
}

TEST(RetryAfter, IsReadInBothForms) {
  EXPECT_EQ(stay_away_for("120"), seconds(120));
  EXPECT_EQ(stay_away_for("  120 "), seconds(120));
  EXPECT_EQ(stay_away_for(date_at(seconds(3600))), seconds(3600));
}

TEST(RetryAfter, AsksNothingWhenItIsPastOrMalformed) {
  for (const std::string& value :
       {std::string("0"), std::string("-10"), std::string("1.5"), std::string("soon"),
        std::string(), date_at(seconds(-1))}) {
    EXPECT_EQ(stay_away_for(value), std::nullopt) << value;
  }
  EXPECT_EQ(retry_after({}, kNow), std::nullopt);
}

TEST(RetryAfter, IsClamped) {
  EXPECT_EQ(stay_away_for("999999999999999999999999"), kMost);
  EXPECT_EQ(stay_away_for("Fri, 31 Dec 9999 23:59:59 GMT"), kMost);
}

}  // namespace
}  // namespace curlew::fetch
