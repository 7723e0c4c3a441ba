#include <gtest/gtest.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/random.h"
#include "base/result.h"

namespace curlew {
namespace {

Result<int> half_of(int number) {
  if (number % 2) return Error{ErrorKind::kMalformed, "half_of: odd number 3"};
  return number / 2;
}

Result<int> quarter_of(int number) {
  TRY_ASSIGN(const int half, half_of(number));
  TRY(half_of(half));
  return half / 2;
}

TEST(Result, HandsErrorsOnAndBindsValues) {
  EXPECT_EQ(*quarter_of(8), 2);
  EXPECT_EQ(quarter_of(3).error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(quarter_of(6).error().text, "half_of: odd number 3");
  EXPECT_EQ(quarter_of(6).error().text, Error(std::move(quarter_of(6)).error()).text);
  EXPECT_EQ(std::move(quarter_of(6)).error().within("sum").text,
            "sum: half_of: odd number 3");
}

TEST(Time, IsWrittenAsIso8601) {
  EXPECT_EQ(to_iso8601(from_unix_seconds(0)), "1970-01-01T00:00:00Z");
  EXPECT_EQ(to_iso8601(from_unix_seconds(-1)), "1969-12-31T23:59:59Z");
  EXPECT_EQ(to_iso8601(from_unix_ms(1'763'235'719'999)), "2025-11-15T19:41:59Z");
}

TEST(Time, IsToldToPeopleInTheUnitThatFits) {
  EXPECT_EQ(to_human(Milliseconds(12)), "12 ms");
  EXPECT_EQ(to_human(std::chrono::seconds(61)), "61 s");
  EXPECT_EQ(to_human(std::chrono::minutes(61)), "61 min");
  EXPECT_EQ(to_human(std::chrono::hours(49)), "49 h");
  EXPECT_EQ(to_human(std::chrono::hours(240)), "10 d");
}

TEST(ManualClock, JumpsTheWallClockAlone) {
  ManualClock clock;
  const Time start = clock.now();
  const SteadyTime steady = clock.steady();
  clock.advance(Milliseconds(5));
  clock.jump(Milliseconds(-100));
  EXPECT_EQ(clock.now() - start, Milliseconds(-95));
  EXPECT_EQ(clock.steady() - steady, Milliseconds(5));
}

TEST(Random, RepeatsForASeedAndStaysInBounds) {
  Random a(7), b(7), c(8);
  EXPECT_EQ(a(), b());
  EXPECT_NE(a(), c());
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LT(a.below(10), 10u);
    EXPECT_LT(a.uniform(), 1.0);
  }
}

TEST(Fingerprint, SurvivesItsRawForm) {
  const Fingerprint one = fingerprint_of("one");
  EXPECT_EQ(parse_fingerprint(one.view()), one);
  EXPECT_NE(one, fingerprint_of("two"));
  EXPECT_FALSE(parse_fingerprint("short"));
}

TEST(Ascii, FoldsOnlyAscii) {
  EXPECT_EQ(to_ascii_lower("ÄBC"), "Äbc");
  EXPECT_TRUE(equals_ignoring_case("ETag", "etag"));
  EXPECT_FALSE(equals_ignoring_case("ETag", "etags"));
  EXPECT_TRUE(starts_with_ignoring_case("Basic abc", "basic "));
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
}

}  // namespace
}  // namespace curlew
