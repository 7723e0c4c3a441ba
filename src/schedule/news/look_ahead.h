// When is the next visit best made, if all later ones are made as well as possible,
// too?
//
// A plan costs the time that items wait, plus the price of every visit. On a grid of
// times t_0..t_J the best plan from a visit at step a on is
//   V_a = min over b > a of  C(a, b) + price + V_b,
//   C(a, b) = t_b * (S_b - S_a) - (Q_b - Q_a),
// with S_j the items expected until step j and Q_j the sum of their times. As a
// function of S_a each candidate b is a straight line with slope -t_b, so the minimum
// is the lower hull of lines that arrive in the order of their slopes, asked at places
// that only move one way: every step is touched a constant number of times, J in all,
// where comparing all pairs takes J^2. (The tests compare all pairs.)
//
// A feed that lists few items adds what is lost beyond them to C(a, b). That bends the
// lines, but C keeps the property (Monge) that a later start never has an earlier best
// end: each search begins where the one before ended.

#pragma once

#include <array>
#include <cstddef>

#include "schedule/news/truncation.h"

namespace curlew::schedule::news {

inline constexpr std::size_t kMostSteps = 400;

struct Outlook {
  std::size_t steps = 0;
  // At step j: days from now, items expected until then, and the sum of their times.
  std::array<double, kMostSteps + 1> time;
  std::array<double, kMostSteps + 1> items;
  std::array<double, kMostSteps + 1> moments;
  // From this step on a plan may end: what comes later then costs tail_cost a day.
  std::size_t tail_from = 0;
  double tail_cost = 0;
  ListRoom list_room;

  // Item-days that wait when visits are made at steps a and b.
  double waiting(std::size_t a, std::size_t b) const {
    return time[b] * (items[b] - items[a]) - (moments[b] - moments[a]);
  }
};

struct Choice {
  // When the first visit is best made.
  std::size_t step = 1;
  // C(0, step): item-days at it.
  double waiting = 0;
};
Choice look_ahead(const Outlook& outlook, double price);

}  // namespace curlew::schedule::news
