#include "schedule/news/rate_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "schedule/news/evidence.h"
#include "schedule/news/truncation.h"

namespace curlew::schedule::news {
namespace {

constexpr double kSteadyPrior = 0.5;  // Items.
constexpr double kRecentPrior = 1.5;
constexpr double kQuietest = 0.05;  // Of the steady rate, however quiet two days were.
constexpr int kQuantiles = 8;       // Over which an item without a time is spread.
constexpr UnixSeconds kTooLongForRhythm = 7 * 86'400;
constexpr double kMostExpected = 1e5;  // Of one interval.

void decay(Level& level, double days, double half_life) {
  const float factor = float(std::exp2(-days / half_life));
  level.items *= factor;
  level.exposure *= factor;
}

void count_dated(NewsState& state, std::span<const Time> times,
                 const Evidence& evidence) {
  for (const Time time : times) {
    const UnixSeconds at = to_unix_seconds(time);
    if (!evidence.believes(at)) continue;
    const double age = double(state.last - at) / kSecondsPerDay;
    state.long_term.items += float(std::exp2(-age / kLongHalfLife));
    state.short_term.items += float(std::exp2(-age / kShortHalfLife));
    add_items(state, at, 1);
  }
}

// Spread over moments that part the interval into equally likely times of publication.
void count_undated(NewsState& state, const Evidence& evidence, double items,
                   const Rhythm& rhythm, const Exposure& exposed) {
  if (exposed.plain <= 0) return;
  state.long_term.items += float(items * exposed.long_term / exposed.plain);
  state.short_term.items += float(items * exposed.short_term / exposed.plain);
  if (evidence.to - evidence.from > kTooLongForRhythm) return;
  const double part = exposed.plain / kQuantiles;
  double passed = part / 2;
  for (UnixSeconds start = evidence.from; start < evidence.to;) {
    const UnixSeconds end = std::min(evidence.to, start / 3600 * 3600 + 3600);
    passed += rhythm.at(hour_of_week(start)) * double(end - start) / kSecondsPerDay;
    for (; passed >= part; passed -= part) add_items(state, start, items / kQuantiles);
    start = end;
  }
}

// Given that something changed at least once, so many times: x / (1 - e^-x).
double at_least_once(double expected) {
  const double x = std::clamp(expected, 1e-6, kMostExpected);
  return x / -std::expm1(-x);
}

// A clock that was set back takes what is remembered with it.
void follow_clock(NewsState& state, UnixSeconds now) {
  if (now >= state.last) return;
  const UnixSeconds back = state.last - now;
  state.epoch -= std::min(back, state.epoch);
  state.last = now;
}

}  // namespace

double steady_rate(const NewsState& state) {
  const Level& month = state.long_term;
  return (month.items + kSteadyPrior) /
         (month.exposure + kSteadyPrior / double(state.prior_rate));
}

Rates rates(const NewsState& state) {
  const Level& day = state.short_term;
  const double steady = steady_rate(state);
  const double recent =
      (day.items + kRecentPrior) / (day.exposure + kRecentPrior / steady);
  return {steady, std::max(kQuietest * steady, recent)};
}

void learn(NewsState& state, const Observation& seen, const Crowd& crowd) {
  follow_clock(state, to_unix_seconds(seen.at));
  const Evidence evidence = weigh(state, seen);
  const Rhythm rhythm(state, crowd);
  const double expected_rate = steady_rate(state);
  const Exposure exposed = exposure(rhythm, evidence.from, evidence.to);

  const double days = double(evidence.to - state.last) / kSecondsPerDay;
  decay(state.long_term, days, kLongHalfLife);
  decay(state.short_term, days, kShortHalfLife);
  state.long_term.exposure += float(exposed.long_term);
  state.short_term.exposure += float(exposed.short_term);
  state.last = evidence.to;
  state.shown = learned_length(state.shown, seen.items_shown);
  state.burst =
      learned_burst(state.burst, evidence.items, exposed.plain * expected_rate);
  if (state.epoch == 0) state.epoch = evidence.to;

  count_dated(state, seen.item_times, evidence);
  const double undated = evidence.only_bit
                             ? at_least_once(exposed.plain * expected_rate)
                             : evidence.undated;
  if (undated > 0) count_undated(state, evidence, undated, rhythm, exposed);
  if (crowd.population.has_kinds()) {
    state.guess = crowd.judge.guess(state, unit_of(state));
  }
}

}  // namespace curlew::schedule::news
