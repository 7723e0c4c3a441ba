#include "latency.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace curlew::estimate {
namespace {

double log_normal(double variation, Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  const double normal = radius * std::cos(2 * std::numbers::pi * random.uniform());
  const double sigma = std::sqrt(std::log1p(variation * variation));
  return std::exp(sigma * normal - sigma * sigma / 2);
}

double pareto(Random& random) {
  constexpr double kIndex = 1.8;
  constexpr double kMean = kIndex / (kIndex - 1);
  const double value = std::pow(1 - random.uniform(), -1 / kIndex) / kMean;
  return std::min(value, 15.0);
}

// From 5/6 of the mean to 5/4 of it within 30 requests.
double slowing(int number) { return (1 + 0.5 * std::min(number / 30.0, 1.0)) / 1.2; }

}  // namespace

Seconds draw(const Latency& latency, int number, Random& random) {
  switch (latency.shape) {
    case Shape::kConstant:
      return latency.mean;
    case Shape::kLogNormal:
      return latency.mean * log_normal(0.6, random);
    case Shape::kBimodal:
      return latency.mean * (random.uniform() < 0.1 ? 5 : 1) / 1.4;
    case Shape::kHeavyTail:
      return latency.mean * pareto(random);
    case Shape::kSlowingDown:
      return latency.mean * slowing(number) * log_normal(0.3, random);
  }
  return latency.mean;
}

}  // namespace curlew::estimate
