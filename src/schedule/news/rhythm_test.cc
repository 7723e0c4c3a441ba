#include "schedule/news/rhythm.h"

#include <gtest/gtest.h>

#include "schedule/news/population.h"
#include "schedule/news/rate_model.h"

namespace curlew::schedule::news {
namespace {

constexpr std::int64_t kMondaySecond = 1'609'718'400;  // 2021-01-04 00:00 UTC.
constexpr std::int64_t kDay = 86'400;

// A source that publishes every hour from Monday to Wednesday, visited twice a day.
NewsState watched_for(int days, const Crowd& crowd) {
  NewsState state;
  learn(state, {.at = from_unix_seconds(kMondaySecond)}, crowd);
  for (int half = 0; half < 2 * days; ++half) {
    const std::int64_t from = kMondaySecond + half * kDay / 2;
    std::vector<Time> items;
    for (std::int64_t t = from + 1800; t < from + kDay / 2; t += 3600) {
      if (hour_of_week(UnixSeconds(t)) < 3 * 24) items.push_back(from_unix_seconds(t));
    }
    learn(state,
          {.at = from_unix_seconds(from + kDay / 2),
           .previous = from_unix_seconds(from),
           .new_items = std::uint32_t(items.size()),
           .item_times = items},
          crowd);
  }
  return state;
}

TEST(Rhythm, TakesTheFirstDaysForNoHabitOfTheirWeekdays) {
  const Crowd nobody{Population()};
  const Rhythm early(watched_for(3, nobody), nobody);
  EXPECT_NEAR(early.day[4] / early.day[1], 1, .01);
  const Rhythm late(watched_for(21, nobody), nobody);
  EXPECT_LT(late.day[4], .4 * late.day[1]);
}

TEST(Rhythm, OfAPopulationThatIsNewHasNoWeekdaysEither) {
  const Population nobody;
  const auto population_after = [&](int days) {
    Census census(nobody);
    const NewsState state = watched_for(days, Crowd(nobody));
    for (int i = 0; i < 200; ++i) census.count(state);
    return census.result();
  };
  EXPECT_NEAR(population_after(3).all.day[4], 1.0 / 7, .001);
  EXPECT_LT(population_after(21).all.day[4], .03);
}

// A crowd of which half publish at eight and half at twenty o'clock.
Population early_and_late() {
  Population population;
  population.kinds_known = 1;
  population.kind_share.fill(1e-6f);
  for (const std::size_t kind : {0, 5}) {
    population.kind_share[kind] = .5;
    population.kinds[kind].hour.fill(.01f);
    population.kinds[kind].hour[kind == 0 ? 8 : 20] = .77f;
  }
  return population;
}

TEST(Rhythm, LeansToTheKindThatASourceSeemsToBeOf) {
  const Crowd crowd(early_and_late());
  NewsState state;
  state.last = state.epoch = UnixSeconds(kMondaySecond + kDay);
  state.guess = crowd.judge.guess(state, unit_of(state));
  EXPECT_NEAR(Rhythm(state, crowd).hour[8], Rhythm(state, crowd).hour[20], .01);
  add_items(state, UnixSeconds(kMondaySecond + 20 * 3600), 1);
  add_items(state, UnixSeconds(kMondaySecond + 20 * 3600), 1);
  state.guess = crowd.judge.guess(state, unit_of(state));
  EXPECT_EQ(state.guess.first, 5);
  EXPECT_GT(state.guess.first_share, 240);
  EXPECT_LT(Rhythm(state, crowd).hour[8], .05 * Rhythm(state, crowd).hour[20]);
}

}  // namespace
}  // namespace curlew::schedule::news
