#include "archive/retention.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace curlew::archive {
namespace {

using std::chrono::days;
using std::chrono::hours;

constexpr Time kToday = from_unix_seconds(1'794'000'000);

Retention rules(std::string_view text) {
  auto parsed = parse_retention(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? *parsed : Retention();
}

std::vector<Time> apply(std::vector<Time> times, Time now, const Retention& retention) {
  const auto kept = is_kept(times, now, retention);
  std::vector<Time> left;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (kept[i]) left.push_back(times[i]);
  }
  return left;
}

std::vector<Time> hourly(int count) {
  std::vector<Time> times;
  for (int i = count; i > 0; --i) times.push_back(kToday - hours(i));
  return times;
}

TEST(Retention, KeepsAllWhenNothingElseIsSaid) {
  EXPECT_EQ(apply(hourly(1000), kToday, rules("all")).size(), 1000u);
}

TEST(Retention, ThinsByAge) {
  // The last ten days whole; of the days before, one each.
  const auto left = apply(hourly(24 * 40), kToday, rules("10d:1d"));
  EXPECT_GE(left.size(), 240u + 30);
  EXPECT_LE(left.size(), 240u + 32);
  const auto twice = apply(hourly(24 * 40), kToday, rules("10d:1d 20d:7d"));
  EXPECT_LE(twice.size(), 240u + 11 + 4);
}

TEST(Retention, NeverDropsTheOnlyVersionNorTheNewestNorTheFirst) {
  const Retention hard = rules("1s:36500d");
  EXPECT_EQ(apply({kToday - days(5000)}, kToday, hard).size(), 1u);
  const auto left = apply(hourly(100), kToday + days(1), hard);
  EXPECT_EQ(left.front(), hourly(100).front());
  EXPECT_EQ(left.back(), hourly(100).back());
  EXPECT_TRUE(is_kept({}, kToday, hard).empty());
}

// Thinned day by day or once at the end: the same versions are left, but for the newest
// of each day, which may have had to stay.
TEST(Retention, DropsNothingThatItWouldHaveKeptLater) {
  const Retention retention = rules("2d:1d 10d:5d");
  Random random(4);
  std::vector<Time> all;
  std::vector<Time> thinned;
  Time now = kToday;
  for (int i = 0; i < 2000; ++i) {
    now += Milliseconds(random.below(2 * 3'600'000));
    all.push_back(now);
    thinned.push_back(now);
    if (i % 10 == 0) thinned = apply(thinned, now, retention);
  }
  EXPECT_EQ(apply(thinned, now, retention), apply(all, now, retention));
}

TEST(Retention, RefusesWhatItCannotRead) {
  for (const char* text : {"", "30d", "30d:", ":1d", "30d:0", "30d:1d 20d:7d",
                           "30d:2d 60d:3d", "all 3d:1d", "x:y"}) {
    EXPECT_FALSE(parse_retention(text).ok()) << text;
  }
  EXPECT_EQ(rules("30d:1d 365d:7d").size(), 2u);
}

}  // namespace
}  // namespace curlew::archive
