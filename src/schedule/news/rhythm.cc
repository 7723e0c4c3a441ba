#include "schedule/news/rhythm.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::schedule::news {
namespace {

constexpr double kHourPrior = 5;  // Items' worth of the population's rhythm.
constexpr double kDayPrior = 20;
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

}  // namespace

Rhythm::Rhythm(const NewsState& state, const Population& population) {
  const double now_unit = std::max(units_at(state, state.last), kLeastUnit);
  const auto& c = state.by_hour;
  const double total = std::accumulate(c.begin(), c.end(), 0.0);
  const double prior = kHourPrior * now_unit;
  const float hours = float(24 / (total + prior));
  for (std::size_t h = 0; h < 24; ++h) {
    const float around = .5f * c[h] + .25f * c[(h + 23) % 24] + .25f * c[(h + 1) % 24];
    hour[h] = hours * (around + float(prior) * population.by_hour[h]);
  }
  const double day_prior = kDayPrior * now_unit;
  const double day_total =
      std::accumulate(state.by_day.begin(), state.by_day.end(), 0.0);
  const float days = float(7 / (day_total + day_prior));
  for (std::size_t d = 0; d < 7; ++d) {
    day[d] = days * (float(state.by_day[d]) + float(day_prior) * population.by_day[d]);
  }
}

void add_items(NewsState& state, UnixSeconds time, double items) {
  if (state.epoch == 0) state.epoch = time;
  const std::uint32_t hour = hour_of_week(time);
  auto& by_hour = state.by_hour[hour % 24];
  auto& by_day = state.by_day[hour / 24];
  while (std::max(by_hour, by_day) + items * units_at(state, time) > kMostUnits ||
         units_at(state, time) > 2 * kUnit) {
    move_epoch(state);
  }
  const double units = items * units_at(state, time);
  by_hour = plus(by_hour, units);
  by_day = plus(by_day, units);
}

}  // namespace curlew::schedule::news
