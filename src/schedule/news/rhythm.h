// When in the week a source publishes: an hour's share times a weekday's, the source's
// own counts shrunk to the population's.

#pragma once

#include <array>
#include <cstdint>

#include "schedule/news/news_state.h"
#include "schedule/news/population.h"

namespace curlew::schedule::news {

// Relative intensity, 1 in the mean of the week. UTC, weekdays from Monday.
struct Rhythm {
  std::array<float, 24> hour;
  std::array<float, 7> day;

  // q = (.5 c[h] + .25 c[h-1] + .25 c[h+1] + 5 P[h]) / (N + 5),
  // v = (w[d] + 20 PD[d]) / (N + 20).
  Rhythm(const NewsState& state, const Population& population);

  // `hour_of_week` as hour_of_week() gives it.
  double at(std::uint32_t hour_of_week) const {
    return double(hour[hour_of_week % 24]) * day[hour_of_week / 24];
  }
};

// Hours since Monday 00:00 UTC; 1970 began on a Thursday.
inline std::uint32_t hour_of_week(UnixSeconds time) { return (time / 3600 + 72) % 168; }

// Adds `items` (a part of one, when its time is not known) that appeared at `time`.
void add_items(NewsState& state, UnixSeconds time, double items);

}  // namespace curlew::schedule::news
