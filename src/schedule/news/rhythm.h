// When in the week a source publishes: an hour's share times a weekday's, the source's
// own counts shrunk to those of the kinds of sources it may be.

#pragma once

#include <array>
#include <cstdint>

#include "schedule/news/news_state.h"
#include "schedule/news/population.h"

namespace curlew::schedule::news {

// A population and what follows from it, computed once a day.
struct Crowd {
  Population population;
  KindJudge judge;

  explicit Crowd(const Population& from) : population(from), judge(from) {}
};

// Relative intensity, 1 in the mean of the week. UTC, weekdays from Monday.
struct Rhythm {
  std::array<float, 24> hour;
  std::array<float, 7> day;

  Rhythm(const NewsState& state, const Crowd& crowd);

  // `hour_of_week` as hour_of_week() gives it.
  double at(std::uint32_t hour_of_week) const {
    return double(hour[hour_of_week % 24]) * day[hour_of_week / 24];
  }
};

// Hours since Monday 00:00 UTC; 1970 began on a Thursday.
inline std::uint32_t hour_of_week(UnixSeconds time) { return (time / 3600 + 72) % 168; }

// What an item of now adds to the counts.
double unit_of(const NewsState& state);

// Two weeks were watched. Before that some weekdays were seen more often than others,
// and what the first days brought would be taken for a habit of theirs: all sources
// would be left alone for the rest of a new installation's first week.
bool knows_weekdays(const NewsState& state);

// Adds `items` (a part of one, when its time is not known) that appeared at `time`.
void add_items(NewsState& state, UnixSeconds time, double items);

}  // namespace curlew::schedule::news
