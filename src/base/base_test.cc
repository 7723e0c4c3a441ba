#include <gtest/gtest.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/grouped.h"
#include "base/random.h"
#include "base/result.h"
#include "base/units.h"

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

TEST(Units, ReadDurations) {
  using namespace std::chrono_literals;
  EXPECT_EQ(parse_duration("0"), 0ms);
  EXPECT_EQ(parse_duration("250ms"), 250ms);
  EXPECT_EQ(parse_duration("1h30m"), 90min);
  EXPECT_EQ(parse_duration("2d"), 48h);
  for (const char* wrong : {"", "5", "m", "-5m", "5 m", "30m1h", "5m5m", "5x", "1.5h",
                            "99999999999999999999h", "999999d"}) {
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
  }
}

TEST(Units, WriteDurationsAsTheyAreRead) {
  using namespace std::chrono_literals;
  for (const Milliseconds each : {0ms, 1ms, 1500ms, Milliseconds(90min)}) {
    EXPECT_EQ(parse_duration(duration_to_text(each)), each) << duration_to_text(each);
  }
}

TEST(Units, ReadAndWriteSizes) {
  EXPECT_EQ(parse_size("32MiB"), 32_MiB);
  EXPECT_EQ(parse_size("7B"), 7u);
  for (const char* wrong : {"", "5", "5MB", "MiB", "-1B", "9999999999GiB"}) {
    EXPECT_EQ(parse_size(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(size_to_text(32_MiB), "32MiB");
  EXPECT_EQ(size_to_text(1_KiB + 1), "1025B");
}

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(-1'234'567), "-1,234,567");
}

}  // namespace
}  // namespace curlew
