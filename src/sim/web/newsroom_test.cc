#include "sim/web/newsroom.h"

#include <gtest/gtest.h>

#include <set>

namespace curlew::sim {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const Time kOpening = from_unix_seconds(1'800'000'000);

Newsroom newsroom(double per_minute = 4) {
  return Newsroom({.tempo = {kOpening, 600}, .items_per_site_per_minute = per_minute});
}

const Site& herald() { return *find_site("herald"); }

TEST(Newsroom, ANewWebAlreadyHasSomethingToShow) {
  for (const Site& site : all_sites()) {
    EXPECT_GE(newsroom().latest(site, kOpening, 20).size(), 3u) << site.name;
  }
}

TEST(Newsroom, ARestartedWebTellsTheSameStories) {
  const auto first = newsroom().latest(herald(), kOpening + minutes(9), 20);
  const auto again = newsroom().latest(herald(), kOpening + minutes(9), 20);
  ASSERT_EQ(first.size(), again.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].title, again[i].title);
    EXPECT_EQ(first[i].path, again[i].path);
  }
}

TEST(Newsroom, WhoeverComesOftenSeesExactlyThePublicationList) {
  const Newsroom room = newsroom();
  const Time end = kOpening + minutes(10);
  std::set<std::int64_t> seen;
  for (Time now = kOpening; now <= end; now += seconds(5)) {
    for (const Story& story : room.latest(herald(), now, 20)) {
      EXPECT_LE(story.published, now);
      if (story.published >= kOpening) seen.insert(story.number);
    }
  }
  std::set<std::int64_t> listed;
  for (const Story& story : room.published(herald(), kOpening, end)) {
    EXPECT_TRUE(listed.insert(story.number).second);
  }
  EXPECT_EQ(seen, listed);
  EXPECT_GT(listed.size(), 20u);
}

TEST(Newsroom, PublishesAtTheRateItWasAskedFor) {
  double count = 0, expected = 0;
  // A virtual week, so that days, nights and the weekend are all in.
  const Time end = kOpening + seconds(7 * 144);
  for (const Site& site : all_sites()) {
    if (site.conduct == Conduct::kGone) continue;
    count += double(newsroom().published(site, kOpening, end).size());
    expected += 4 * site.pace * 7 * 2.4;
  }
  EXPECT_NEAR(count / expected, 0.86, 0.1);  // Quiet week-ends take a seventh.
}

TEST(Newsroom, NightsAreQuiet) {
  const Newsroom room = newsroom(20);
  const auto count = [&](int hour) {
    std::size_t stories = 0;
    for (int day = 1; day < 5; ++day) {
      const Time from = room.tempo().real_time(VirtualHours(24 * day + hour));
      stories += room.published(herald(), from, from + seconds(18)).size();
    }
    return stories;
  };
  EXPECT_LT(count(2) * 4, count(9));
}

TEST(Newsroom, FindsAStoryByItsNumberOnceItIsOut) {
  const Newsroom room = newsroom();
  const Story story = room.latest(herald(), kOpening + minutes(5), 1).at(0);
  const auto found = room.find(herald(), story.number, kOpening + minutes(5));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->path, story.path);
  EXPECT_FALSE(room.find(herald(), story.number, story.published - seconds(1)));
  EXPECT_FALSE(room.find(herald(), std::numeric_limits<std::int64_t>::max(), kOpening));
  EXPECT_FALSE(room.find(herald(), -5, kOpening));
}

TEST(Newsroom, TheVanishingSiteFallsSilentBeforeItIsGone) {
  const Newsroom room = newsroom();
  const Time gone = room.tempo().real_time(VirtualHours(72));
  const auto late =
      room.published(*find_site("ghost"), gone - minutes(2), gone + minutes(30));
  EXPECT_TRUE(late.empty());
}

TEST(Tempo, ThereAndBackAgain) {
  const Tempo tempo{kOpening, 600};
  EXPECT_EQ(to_calendar(tempo.virtual_time(kOpening)), "Monday 08:00");
  EXPECT_EQ(to_calendar(tempo.virtual_time(kOpening + seconds(144))), "Tuesday 08:00");
  EXPECT_EQ(tempo.real_time(tempo.virtual_time(kOpening + minutes(7))),
            kOpening + minutes(7));
}

}  // namespace
}  // namespace curlew::sim
