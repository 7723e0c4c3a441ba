#include "schedule/demand.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule {
namespace {

// Logarithms from e^-25 to e^25 in 15 bits; 0 is taken.
constexpr double kLowest = -25;
constexpr double kStep = 50.0 / 0x7ffe;

}  // namespace

std::uint16_t Demand::encode(double visits_per_day) {
  const double log = std::log(std::max(visits_per_day, 1e-300));
  return std::uint16_t(1 +
                       std::lround(std::clamp((log - kLowest) / kStep, 0.0, 32766.0)));
}

Demand Demand::at_price(double visits_per_day, double price) {
  return from_code(encode(visits_per_day * std::sqrt(std::max(price, 0.0))));
}

Demand Demand::at_any_price(double visits_per_day) {
  return from_code(std::uint16_t(encode(visits_per_day) | kFixed));
}

double Demand::visits() const {
  if (!is_known()) return 0;
  return std::exp(kLowest + kStep * ((code_ & ~kFixed) - 1));
}

Demand Demand::from_code(std::uint16_t code) {
  Demand demand;
  demand.code_ = code;
  return demand;
}

}  // namespace curlew::schedule
