#include "schedule/news/population.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "schedule/news/rate_model.h"
#include "schedule/news/rhythm.h"

namespace curlew::schedule::news {
namespace {

constexpr double kPriorWeight = 20;   // Of what a rhythm is shrunk to, in items.
constexpr double kItemsToTrust = 5;   // Before a source's rhythm counts.
constexpr double kLowestRate = 0.02;  // A population that publishes nothing.
constexpr double kHighestRate = 20;   // No single source lifts the mean further.
// Kinds are looked for when so much is known.
constexpr double kEnoughForKinds = 500;
// Items of a source come in spells: two of them tell as much as one that stands alone.
constexpr float kTempering = 0.5;
constexpr char kVersion = 3;

Shares uniform() {
  Shares shares;
  shares.hour.fill(1.0f / 24);
  shares.day.fill(1.0f / 7);
  return shares;
}

// To begin with, kinds differ by the time zone.
void set_first_kinds(Population& population) {
  for (std::size_t k = 0; k < kKinds; ++k) {
    Shares& kind = population.kinds[k];
    kind = population.all;
    for (std::size_t h = 0; h < 24; ++h) {
      const std::size_t elsewhere = (h + k * 24 / kKinds) % 24;
      kind.hour[h] = (population.all.hour[h] + population.all.hour[elsewhere]) / 2;
    }
  }
}

double items_of(const NewsState& state, double unit) {
  return std::accumulate(state.by_hour.begin(), state.by_hour.end(), 0.0) / unit;
}

}  // namespace

Population::Population() : all(uniform()) {
  kinds.fill(all);
  kind_share.fill(1.0f / kKinds);
}

KindJudge::KindJudge(const Population& population) {
  for (std::size_t k = 0; k < kKinds; ++k) {
    const Shares& kind = population.kinds[k];
    for (std::size_t h = 0; h < 24; ++h) {
      log_hour_[h][k] = kTempering * std::log(std::max(kind.hour[h], 1e-6f));
    }
    for (std::size_t d = 0; d < 7; ++d) {
      log_day_[d][k] = kTempering * std::log(std::max(kind.day[d], 1e-6f));
    }
    log_share_[k] = std::log(std::max(population.kind_share[k], 1e-6f));
  }
}

PerKind KindJudge::judge(const NewsState& state, double unit) const {
  const float per_unit = float(1 / unit);
  PerKind likely = log_share_;
  const auto weigh = [&](std::uint16_t units, const PerKind& logs) {
    if (units == 0) return;
    const float items = float(units) * per_unit;
    for (std::size_t k = 0; k < kKinds; ++k) likely[k] += items * logs[k];
  };
  for (std::size_t h = 0; h < 24; ++h) weigh(state.by_hour[h], log_hour_[h]);
  for (std::size_t d = 0; d < 7; ++d) weigh(state.by_day[d], log_day_[d]);
  const float best = *std::max_element(likely.begin(), likely.end());
  float sum = 0;
  for (float& value : likely) sum += value = std::exp(value - best);
  for (float& value : likely) value /= sum;
  return likely;
}

KindGuess KindJudge::guess(const NewsState& state, double unit) const {
  PerKind likely = judge(state, unit);
  const auto take_likeliest = [&](std::uint8_t& kind, std::uint8_t& share) {
    const auto best = std::max_element(likely.begin(), likely.end());
    kind = std::uint8_t(best - likely.begin());
    share = std::uint8_t(255 * *best);
    *best = 0;
  };
  KindGuess guess;
  take_likeliest(guess.first, guess.first_share);
  take_likeliest(guess.second, guess.second_share);
  return guess;
}

Census::Census(const Population& before) : before_(before), judge_(before) {}

void Census::Sums::add(const NewsState& state, double unit, double factor) {
  for (std::size_t h = 0; h < 24; ++h) hour[h] += factor * state.by_hour[h] / unit;
  const double items = factor * items_of(state, unit);
  weight += items;
  if (!knows_weekdays(state)) return;
  for (std::size_t d = 0; d < 7; ++d) day[d] += factor * state.by_day[d] / unit;
  day_weight += items;
}

Shares Census::Sums::shares(const Shares& prior) const {
  const double total = weight + kPriorWeight;
  Shares shares;
  for (std::size_t h = 0; h < 24; ++h) {
    shares.hour[h] = float((hour[h] + kPriorWeight * prior.hour[h]) / total);
  }
  for (std::size_t d = 0; d < 7; ++d) {
    shares.day[d] =
        float((day[d] + kPriorWeight * prior.day[d]) / (day_weight + kPriorWeight));
  }
  return shares;
}

void Census::count(const NewsState& state) {
  const double unit = unit_of(state);
  const double weight = 1 / std::sqrt(items_of(state, unit) + kItemsToTrust);
  all_.add(state, unit, weight);
  if (before_.has_kinds()) {
    const PerKind likely = judge_.judge(state, unit);
    for (std::size_t k = 0; k < kKinds; ++k) {
      if (likely[k] > .01f) kinds_[k].add(state, unit, weight * likely[k]);
    }
  }
  const Level& month = state.long_term;
  rate_ += std::min(kHighestRate, (month.items + .1) / (month.exposure + .1));
  ++sources_;
}

Population Census::result() const {
  Population population;
  if (sources_ == 0) return population;
  population.all = all_.shares(uniform());
  population.kinds_known = all_.weight >= kEnoughForKinds ? 1 : 0;
  population.rate = float(std::max(kLowestRate, rate_ / double(sources_)));
  population.kinds.fill(population.all);
  if (!population.has_kinds()) return population;
  if (!before_.has_kinds()) {
    set_first_kinds(population);
    return population;
  }
  const double total = all_.weight + kPriorWeight * kKinds;
  for (std::size_t k = 0; k < kKinds; ++k) {
    population.kinds[k] = kinds_[k].shares(population.all);
    population.kind_share[k] = float((kinds_[k].weight + kPriorWeight) / total);
  }
  return population;
}

std::string to_bytes(const Population& population) {
  std::string bytes(1 + sizeof population, kVersion);
  std::memcpy(bytes.data() + 1, &population, sizeof population);
  return bytes;
}

Population parse_population(std::string_view bytes) {
  Population population;
  if (bytes.size() == 1 + sizeof population && bytes[0] == kVersion) {
    std::memcpy(&population, bytes.data() + 1, sizeof population);
  }
  return population;
}

}  // namespace curlew::schedule::news
