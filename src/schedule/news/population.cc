#include "schedule/news/population.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace curlew::schedule::news {
namespace {

constexpr double kPriorWeight = 20;   // Of the uniform rhythm.
constexpr double kItemsToTrust = 5;   // Before a source's rhythm counts.
constexpr double kLowestRate = 0.02;  // A population that publishes nothing.
constexpr double kHighestRate = 20;   // No single source lifts the mean further.
constexpr char kVersion = 1;

}  // namespace

Population::Population() {
  by_hour.fill(1.0f / 24);
  by_day.fill(1.0f / 7);
}

void Census::count(const NewsState& state) {
  const double units = std::accumulate(state.by_hour.begin(), state.by_hour.end(), 0.0);
  const double weight = 1 / std::sqrt(units / kUnit + kItemsToTrust) / kUnit;
  for (std::size_t h = 0; h < 24; ++h) by_hour_[h] += state.by_hour[h] * weight;
  for (std::size_t d = 0; d < 7; ++d) by_day_[d] += state.by_day[d] * weight;
  weight_ += units * weight;
  const Level& level = state.long_term;
  rate_ += std::min(kHighestRate, (level.items + .1) / (level.exposure + .1));
  ++sources_;
}

Population Census::result() const {
  Population population;
  if (sources_ == 0) return population;
  const double total = weight_ + kPriorWeight;
  for (std::size_t h = 0; h < 24; ++h) {
    population.by_hour[h] = float((by_hour_[h] + kPriorWeight / 24) / total);
  }
  for (std::size_t d = 0; d < 7; ++d) {
    population.by_day[d] = float((by_day_[d] + kPriorWeight / 7) / total);
  }
  population.rate = float(std::max(kLowestRate, rate_ / double(sources_)));
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
