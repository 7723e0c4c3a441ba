#include "schedule/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::schedule {
namespace {

constexpr double kGain = 0.002;  // For a tick of ten minutes.
constexpr double kFirstWeek = 5;
constexpr Milliseconds kUsualTick = std::chrono::minutes(10);

}  // namespace

double TickBudget::per_tick(std::size_t sources) const {
  const double hours = std::chrono::duration<double, std::ratio<3600>>(tick_).count();
  return options_.share_per_hour * hours * double(sources);
}

std::size_t TickBudget::next_tick(std::size_t sources) {
  if (options_.kind == BudgetKind::kUnlimited) {
    return std::numeric_limits<std::size_t>::max();
  }
  const double burst = options_.kind == BudgetKind::kPerDay ? options_.burst : 1;
  fraction_ += per_tick(sources) * burst;
  const auto whole = static_cast<std::size_t>(fraction_);
  fraction_ -= double(whole);
  return whole;
}

void Price::end_tick(std::size_t visits, double budget, Milliseconds tick) {
  if (budget <= 0) return;
  const double gain = kGain * double(tick.count()) / double(kUsualTick.count()) *
                      (age_ < std::chrono::days(7) ? kFirstWeek : 1);
  const double error = std::clamp((double(visits) - budget) / budget, -1.0, 4.0);
  price_ *= std::exp(gain * error);
  age_ += tick;
}

}  // namespace curlew::schedule
