#include "publish/schedule.h"

#include <gtest/gtest.h>

namespace curlew::publish {
namespace {

using model::DigestKind;
using namespace std::chrono_literals;

// "2026-03-29T02:30" as UTC.
Time at(int year, unsigned month, unsigned day, int hour, int minute = 0) {
  using namespace std::chrono;
  return sys_days(std::chrono::year(year) / month / day) + hours(hour) +
         minutes(minute);
}

TimeZone athens() { return *TimeZone::find("Europe/Athens"); }

model::Digest daily(std::uint32_t hour) {
  return {.kind = DigestKind::kDaily, .hour = hour};
}

TEST(NextDigest, IsNeverWhereNoClockDecides) {
  const Time now = at(2026, 11, 17, 12);
  EXPECT_EQ(next_digest(now, {}, athens()), std::nullopt);
  EXPECT_EQ(next_digest(now, {.kind = DigestKind::kCount, .count = 5}, athens()),
            std::nullopt);
}

TEST(NextDigest, IsAtTheUsersHour) {
  // Athens is two hours before UTC in winter, three in summer.
  EXPECT_EQ(next_digest(at(2026, 11, 17, 5, 59), daily(8), athens()),
            at(2026, 11, 17, 6));
  EXPECT_EQ(next_digest(at(2026, 11, 17, 6), daily(8), athens()), at(2026, 11, 18, 6));
  EXPECT_EQ(next_digest(at(2026, 7, 1, 12), daily(8), athens()), at(2026, 7, 2, 5));
  // 23:30 UTC is the next day already in Athens.
  EXPECT_EQ(next_digest(at(2026, 11, 17, 23, 30), daily(8), athens()),
            at(2026, 11, 18, 6));
}

TEST(NextDigest, IsBehindAnHourThatDoesNotExist) {
  // On 2026-03-29 clocks go from 03:00 to 04:00 in Athens, at 01:00 UTC.
  EXPECT_EQ(next_digest(at(2026, 3, 28, 12), daily(3), athens()), at(2026, 3, 29, 1));
  EXPECT_EQ(next_digest(at(2026, 3, 29, 1), daily(3), athens()), at(2026, 3, 30, 0));
  EXPECT_EQ(next_digest(at(2026, 3, 28, 12), daily(4), athens()), at(2026, 3, 29, 1));
}

TEST(NextDigest, IsOnceInAnHourThatComesTwice) {
  // On 2026-10-25 clocks go from 04:00 to 03:00 in Athens, at 01:00 UTC: 03:00 is at
  // 00:00 UTC and again at 01:00.
  EXPECT_EQ(next_digest(at(2026, 10, 24, 12), daily(3), athens()), at(2026, 10, 25, 0));
  EXPECT_EQ(next_digest(at(2026, 10, 25, 0), daily(3), athens()), at(2026, 10, 26, 1));
  EXPECT_EQ(next_digest(at(2026, 10, 25, 0, 30), daily(3), athens()),
            at(2026, 10, 26, 1));
}

TEST(NextDigest, OfAWeekIsOnItsDay) {
  const model::Digest monday = {.kind = DigestKind::kWeekly, .hour = 8, .weekday = 1};
  const model::Digest sunday = {.kind = DigestKind::kWeekly, .hour = 8, .weekday = 7};
  // 2026-11-17 is a Tuesday.
  EXPECT_EQ(next_digest(at(2026, 11, 17, 12), monday, athens()), at(2026, 11, 23, 6));
  EXPECT_EQ(next_digest(at(2026, 11, 17, 12), sunday, athens()), at(2026, 11, 22, 6));
  EXPECT_EQ(next_digest(at(2026, 11, 23, 6), monday, athens()), at(2026, 11, 30, 6));
}

TEST(NextDigest, OfAnHourIsWhenItIsFullWhereTheUserLives) {
  const model::Digest hourly = {.kind = DigestKind::kHourly};
  EXPECT_EQ(next_digest(at(2026, 11, 17, 12, 10), hourly, athens()),
            at(2026, 11, 17, 13));
  EXPECT_EQ(next_digest(at(2026, 11, 17, 13), hourly, athens()), at(2026, 11, 17, 14));
  // India is five and a half hours before UTC.
  EXPECT_EQ(
      next_digest(at(2026, 11, 17, 12, 10), hourly, *TimeZone::find("Asia/Kolkata")),
      at(2026, 11, 17, 12, 30));
  // In the hour that comes twice: both times.
  EXPECT_EQ(next_digest(at(2026, 10, 25, 0, 30), hourly, athens()),
            at(2026, 10, 25, 1));
  EXPECT_EQ(next_digest(at(2026, 10, 25, 1, 30), hourly, athens()),
            at(2026, 10, 25, 2));
}

// Whatever the zone and the moment: later than now, at that hour of a local clock
// unless a change left it out, and no day without one.
TEST(NextDigest, ComesOnceADayInEveryZone) {
  for (const auto* name :
       {"UTC", "Europe/Athens", "America/New_York", "Australia/Lord_Howe",
        "Asia/Kathmandu", "Pacific/Apia", "America/Sao_Paulo", "Africa/Casablanca"}) {
    const TimeZone zone = *TimeZone::find(name);
    for (const std::uint32_t hour : {0u, 2u, 3u, 23u}) {
      Time now = at(2026, 1, 1, 12);
      for (int day = 0; day < 400; ++day) {
        const auto next = next_digest(now, daily(hour), zone);
        ASSERT_TRUE(next);
        ASSERT_GT(*next, now);
        ASSERT_LE(*next - now, 26h) << name << " " << to_iso8601(now);
        now = *next;
      }
      EXPECT_NEAR(double((now - at(2026, 1, 1, 12)) / 24h), 400, 1) << name;
    }
  }
}

TEST(TimeZone, IsFoundByItsName) {
  EXPECT_TRUE(TimeZone::find("Europe/Athens").ok());
  for (const auto* bad : {"", "Athens", "Europe/Atlantis", "Etc/Unknown"}) {
    EXPECT_FALSE(TimeZone::find(bad).ok()) << bad;
  }
  EXPECT_EQ(athens().to_text(at(2026, 7, 1, 12, 5)), "2026-07-01 15:05");
}

TEST(RetryWait, DoublesUpToSixHours) {
  EXPECT_EQ(retry_wait(0), 30s);
  EXPECT_EQ(retry_wait(1), 30s);
  EXPECT_EQ(retry_wait(2), 60s);
  EXPECT_EQ(retry_wait(3), 120s);
  EXPECT_EQ(retry_wait(11), 6h);
  EXPECT_EQ(retry_wait(4'000'000'000), 6h);
}

TEST(RetryWait, HeedsWhatTheChannelAskedFor) {
  EXPECT_EQ(retry_wait(1, 10min), 10min);
  EXPECT_EQ(retry_wait(1, 1s), 30s);
  EXPECT_EQ(retry_wait(1, 1000h), 24h);
}

}  // namespace
}  // namespace curlew::publish
