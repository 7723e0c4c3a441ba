#include "schedule/news/rhythm.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::schedule::news {
namespace {

// q[h] = ((1-s) c[h] + s/2 c[h-1] + s/2 c[h+1] + prior * kind[h]) / (N + prior).
constexpr float kSpread = .5;     // s
constexpr double kHourPrior = 5;  // Items.
constexpr double kDayPrior = 100;
constexpr float kTwoWeeks = 11.5;  // Of exposure, which forgets half in a month.
constexpr double kHalfLifeSeconds = kRhythmHalfLife * kSecondsPerDay;
constexpr double kMostUnits = 60'000;
constexpr double kLeastUnit = 1e-6;  // Whatever the clock did: never divide by zero.

// Moving the epoch by a half-life halves every count and what is added from now on.
void move_epoch(NewsState& state) {
  for (auto& units : state.by_hour) units = std::uint16_t((units + 1) / 2);
  for (auto& units : state.by_day) units = std::uint16_t((units + 1) / 2);
  state.epoch += UnixSeconds(kHalfLifeSeconds);
}

double units_at(const NewsState& state, UnixSeconds time) {
  const double age = double(time) - double(state.epoch);
  return kUnit * std::exp2(age / kHalfLifeSeconds);
}

std::uint16_t plus(std::uint16_t units, double more) {
  const double sum = std::floor(double(units) + more + .5);
  return std::uint16_t(std::min(sum, 65'535.0));
}

// What the kinds that a source may be let expect; for what is left after the two
// likeliest, all sources stand.
Shares expected_shares(const KindGuess& guess, const Population& population) {
  const Shares& first =
      population.kinds[std::min<std::size_t>(guess.first, kKinds - 1)];
  const Shares& second =
      population.kinds[std::min<std::size_t>(guess.second, kKinds - 1)];
  const float a = float(guess.first_share) / 255;
  const float b = float(guess.second_share) / 255;
  const float c = std::max(0.0f, 1 - a - b);
  Shares shares;
  for (std::size_t h = 0; h < 24; ++h) {
    shares.hour[h] =
        a * first.hour[h] + b * second.hour[h] + c * population.all.hour[h];
  }
  for (std::size_t d = 0; d < 7; ++d) {
    shares.day[d] = a * first.day[d] + b * second.day[d] + c * population.all.day[d];
  }
  return shares;
}

// The intensity of each hour: of its own count, its neighbours', and what the kinds let
// expect.
std::array<float, 24> hours_of(const NewsState& state, const Shares& expected,
                               double unit) {
  std::array<float, 26> count;  // With the neighbours of both ends.
  std::uint32_t units = 0;
  for (std::size_t h = 0; h < 24; ++h) {
    units += state.by_hour[h];
    count[h + 1] = state.by_hour[h];
  }
  count[0] = count[24];
  count[25] = count[1];
  const double scale = 24 / (units / unit + kHourPrior);
  const float own = float(scale / unit) * (1 - kSpread);
  const float neighbours = float(scale / unit) * kSpread / 2;
  const float prior = float(scale * kHourPrior);
  std::array<float, 24> hour;
  for (std::size_t h = 0; h < 24; ++h) {
    hour[h] = own * count[h + 1] + neighbours * (count[h] + count[h + 2]) +
              prior * expected.hour[h];
  }
  return hour;
}

}  // namespace

double unit_of(const NewsState& state) {
  return std::max(units_at(state, state.last), kLeastUnit);
}

bool knows_weekdays(const NewsState& state) {
  return state.long_term.exposure >= kTwoWeeks;
}

Rhythm::Rhythm(const NewsState& state, const Crowd& crowd) {
  const double unit = unit_of(state);
  const Shares expected = expected_shares(state.guess, crowd.population);
  hour = hours_of(state, expected, unit);
  const double per_unit = knows_weekdays(state) ? 1 / unit : 0;
  const double total =
      std::accumulate(state.by_day.begin(), state.by_day.end(), 0u) * per_unit;
  const float scale = float(7 / (total + kDayPrior));
  for (std::size_t d = 0; d < 7; ++d) {
    day[d] =
        scale * float(state.by_day[d] * per_unit + kDayPrior * double(expected.day[d]));
  }
}

void add_items(NewsState& state, UnixSeconds time, double items) {
  if (state.epoch == 0) state.epoch = time;
  const std::uint32_t hour = hour_of_week(time);
  auto& by_hour = state.by_hour[hour % 24];
  auto& by_day = state.by_day[hour / 24];
  double unit = units_at(state, time);
  while (std::max(by_hour, by_day) + items * unit > kMostUnits || unit > 2 * kUnit) {
    move_epoch(state);
    unit /= 2;
  }
  by_hour = plus(by_hour, items * unit);
  by_day = plus(by_day, items * unit);
}

}  // namespace curlew::schedule::news
