#include "schedule/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "schedule/policy.h"

namespace curlew::schedule {
namespace {

double days(Milliseconds duration) {
  return std::chrono::duration<double, std::chrono::days::period>(duration).count();
}

}  // namespace

PriceOptions price_options_for(model::Objective objective) {
  if (objective == model::Objective::kDelay) return {};
  return {.gain_per_day = 0.1 * std::log(1.13),
          .early_gain = 1,
          .memory = std::chrono::days(30)};
}

BudgetOptions budget_for(model::Objective objective, const Policy& policy,
                         BudgetOptions asked) {
  asked.price = price_options_for(objective);
  const bool heeds_price = policy.first_price(asked.share_per_hour) > 0;
  if (asked.kind == BudgetKind::kPerDay && !heeds_price) {
    asked.kind = BudgetKind::kPerTick;
  }
  return asked;
}

double TickBudget::per_tick(std::size_t sources) const {
  constexpr double kHour = 3'600'000;
  return options_.share_per_hour * double(sources) * double(tick_.count()) / kHour;
}

std::size_t TickBudget::next_tick(std::size_t sources, std::int64_t ticks) {
  if (options_.kind == BudgetKind::kUnlimited) {
    return std::numeric_limits<std::size_t>::max();
  }
  const double burst = options_.kind == BudgetKind::kPerDay ? options_.burst : 1;
  const double one = per_tick(sources) * burst;
  const double most = std::max(1.0, std::floor(fraction_ + one));
  fraction_ += one * double(ticks);
  const double whole = std::floor(fraction_);
  fraction_ -= whole;
  return static_cast<std::size_t>(std::min(whole, most));
}

Price::Price(PriceOptions options, double first)
    : options_(options), first_(first), state_{.price = first} {}

void Price::end_tick(std::size_t visits, double budget, Milliseconds tick) {
  if (budget <= 0) return;
  const double use = double(visits) / budget;
  const double forgotten = options_.memory.count() == 0
                               ? 1
                               : -std::expm1(-days(tick) / days(options_.memory));
  state_.use += (use - state_.use) * forgotten;
  // Where a tick has less than one visit in the mean, one visit is no burst.
  const double most = options_.most_error / std::min(budget, 1.0);
  const double error = std::clamp(state_.use - 1, options_.least_error, most);
  const bool is_early = state_.age_ms < options_.early.count();
  const double gain = options_.gain_per_day * (is_early ? options_.early_gain : 1);
  state_.price = std::clamp(state_.price * std::exp(gain * days(tick) * error),
                            first_ / options_.farthest, first_ * options_.farthest);
  state_.age_ms += tick.count();
}

void Price::restore(const State& state) {
  const bool is_sane = state.price >= first_ / options_.farthest &&
                       state.price <= first_ * options_.farthest && state.use >= 0 &&
                       state.use < 1e6 && state.age_ms >= 0;
  if (is_sane) state_ = state;
}

}  // namespace curlew::schedule
