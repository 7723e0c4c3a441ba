// Integrals of a rhythm over time: how much could have been published in an interval,
// and how much of it is waiting. Everything that is learned or decided rests on these.
//
// The rhythm is constant within an hour, so each integral is a sum over hours; the
// factors that decay do so by the same constant from hour to hour.

#pragma once

#include "schedule/news/news_state.h"
#include "schedule/news/rhythm.h"

namespace curlew::schedule::news {

// How much to expect from now on, in items a day: the month's rate, and that of the
// last two days, which is believed less the further ahead one looks:
//   lambda(t + u) = rhythm(t + u) * (steady + (recent - steady) * 2^(-u / 2 d)).
struct Rates {
  double steady = 1;
  double recent = 1;
};

// In days of mean rhythm.
struct Exposure {
  double plain = 0;
  // What happened before its end counts 2^(-age / 30 d).
  double long_term = 0;
  // 2^(-age / 2 d).
  double short_term = 0;
};
Exposure exposure(const Rhythm& rhythm, UnixSeconds from, UnixSeconds to);

struct Backlog {
  double items = 0;
  // Item-days that they have waited until `now`.
  double waiting = 0;
};
// What is expected to have appeared since the visit at `last`.
Backlog backlog(const Rhythm& rhythm, const Rates& rates, UnixSeconds last,
                UnixSeconds now);

}  // namespace curlew::schedule::news
