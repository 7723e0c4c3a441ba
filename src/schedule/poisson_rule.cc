#include "schedule/poisson_rule.h"

#include <cmath>
#include <limits>

namespace curlew::schedule {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kMostChanges = 700;  // e^-700 is still a number.

// Rising, so halving finds it; 60 steps are all the digits there are.
double changes_worth(double value) {
  if (value <= 0) return 0;
  if (value >= 1) return kNever;
  double low = 0;
  double high = kMostChanges;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (value_of_waiting(middle) < value ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

// For small x the difference of nearly equal numbers is lost; there x²/2 - x³/3.
double value_of_waiting(double x) {
  if (x < 1e-4) return x * x / 2 - x * x * x / 3;
  return 1 - std::exp(-x) * (1 + x);
}

double capture_interval(double rate, double price) {
  return rate > 0 ? changes_worth(price) / rate : kNever;
}

double freshness_interval(double rate, double price) {
  return rate > 0 ? changes_worth(price * rate) / rate : kNever;
}

}  // namespace curlew::schedule
