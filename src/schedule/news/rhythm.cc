#include "schedule/news/rhythm.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::schedule::news {
namespace {

// q[h] = ((1-s) c[h] + s/2 c[h-1] + s/2 c[h+1] + prior * kind[h]) / (N + prior).
// A source that a machine feeds at fixed hours wants the first, one with a few items of
// people the last; each source mixes them by what they foresaw (.009 nats an item
// better than the second alone, in the first four months of the development traces).
struct Smoothing {
  float spread;  // s
  float prior;   // Items.
};
constexpr std::array<Smoothing, kSmoothings> kSmoothing = {
    {{.15f, 2}, {.5f, 5}, {.5f, 20}, {.66f, 60}}};
constexpr double kMeritUnit = 256;
constexpr double kMeritForgets = 0.005;  // Per item.
constexpr double kLeastMerit = -120;

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

// What the kinds that a source may be let expect.
Shares expected_shares(const NewsState& state, const Crowd& crowd, double unit) {
  const Population& population = crowd.population;
  if (!population.has_kinds()) return population.all;
  const PerKind likely = crowd.judge.judge(state, unit);
  Shares shares{};
  for (std::size_t k = 0; k < kKinds; ++k) {
    if (likely[k] < .001f) continue;
    const Shares& kind = population.kinds[k];
    for (std::size_t h = 0; h < 24; ++h) shares.hour[h] += likely[k] * kind.hour[h];
    for (std::size_t d = 0; d < 7; ++d) shares.day[d] += likely[k] * kind.day[d];
  }
  return shares;
}

// The intensity of each hour is this much of its own count, of its neighbours', and of
// what the kinds let expect.
struct Blend {
  float own = 0;
  float neighbours = 0;
  float expected = 0;

  void add(const Smoothing& smoothing, double items, double share) {
    const float scale = float(24 * share / (items + smoothing.prior));
    own += scale * (1 - smoothing.spread);
    neighbours += scale * smoothing.spread / 2;
    expected += scale * smoothing.prior;
  }
};

std::array<float, 24> blended(const NewsState& state, const Shares& shares,
                              const Blend& blend, double unit) {
  std::array<float, 26> count;  // With the neighbours of both ends.
  const float per_unit = float(1 / unit);
  for (std::size_t h = 0; h < 24; ++h) count[h + 1] = state.by_hour[h] * per_unit;
  count[0] = count[24];
  count[25] = count[1];
  std::array<float, 24> hour;
  for (std::size_t h = 0; h < 24; ++h) {
    hour[h] = blend.own * count[h + 1] + blend.neighbours * (count[h] + count[h + 2]) +
              blend.expected * shares.hour[h];
  }
  return hour;
}

double items_of(const NewsState& state, double unit) {
  return std::accumulate(state.by_hour.begin(), state.by_hour.end(), 0u) / unit;
}

Blend mixed_by_merit(const NewsState& state, double items) {
  std::array<double, kSmoothings> weight;
  double sum = 0;
  for (std::size_t i = 0; i < kSmoothings; ++i) {
    sum += weight[i] = std::exp(float(state.merit[i] / kMeritUnit));
  }
  Blend blend;
  for (std::size_t i = 0; i < kSmoothings; ++i) {
    blend.add(kSmoothing[i], items, weight[i] / sum);
  }
  return blend;
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
  const double items = items_of(state, unit);
  expected = expected_shares(state, crowd, unit);
  hour = blended(state, expected, mixed_by_merit(state, items), unit);
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

SmoothingTrial::SmoothingTrial(const NewsState& state, const Shares& expected) {
  const double unit = unit_of(state);
  const double items = items_of(state, unit);
  for (std::size_t i = 0; i < kSmoothings; ++i) {
    Blend blend;
    blend.add(kSmoothing[i], items, 1);
    hour_[i] = blended(state, expected, blend, unit);
  }
}

void SmoothingTrial::see(UnixSeconds time) {
  const std::uint32_t hour = hour_of_week(time) % 24;
  for (std::size_t i = 0; i < kSmoothings; ++i) {
    merit_[i] += std::log(std::max(hour_[i][hour], 1e-4f));
  }
  ++items_;
}

void SmoothingTrial::settle(NewsState& state) const {
  if (items_ == 0) return;
  const double kept = std::exp(-kMeritForgets * items_);
  std::array<double, kSmoothings> merit;
  for (std::size_t i = 0; i < kSmoothings; ++i) {
    merit[i] = state.merit[i] / kMeritUnit * kept + merit_[i];
  }
  const double best = *std::max_element(merit.begin(), merit.end());
  for (std::size_t i = 0; i < kSmoothings; ++i) {
    const double behind = std::max(merit[i] - best, kLeastMerit);
    state.merit[i] = std::int16_t(std::lround(behind * kMeritUnit));
  }
}

}  // namespace curlew::schedule::news
