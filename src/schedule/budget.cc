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

// As long as others are unknown, the first price weighs as much as so many sources.
constexpr double kSupposed = 10;
constexpr double kMostCorrection = 0.3;
// Own intervals that eat up the budget leave so much of it to the others.
constexpr double kLeastShare = 0.05;
// The price never leaves the first one by more than this factor, whatever happens.
constexpr double kFarthest = 1e6;

// How a price follows the demand. Days; where sources are visited more rarely than once
// a day, gaps between two visits of a source, since a new price shows only when the
// plans made under it are carried out.
struct Pace {
  double memory;     // Demand is averaged over so long at most.
  double patience;   // What is owed is evened out within so long.
  double most_owed;  // Visits beyond it are forgiven.
};
// In its first weeks each week keeps the budget: a quiet one (Christmas) must not be
// made up for by the next.
constexpr Pace kYoung{1.5, 1.2, 0.5};
// Later a steady price counts more: articles are found soonest when it is the same all
// the time, and quiet weeks and busy ones even out. Mean delay on the development
// traces: 4.36 h.
constexpr Pace kOld{42, 14, 6};
constexpr double kYouth = 28;  // Days, or four gaps; a quarter longer until it is old.

Pace pace_at(double age, double gap) {
  const double youth = std::max(kYouth, 4 * gap);
  const double old = std::clamp(4 * (age / youth - 1), 0.0, 1.0);
  const auto between = [&](double young, double later) {
    return young * std::pow(later / young, old) * std::max(1.0, gap);
  };
  return {between(kYoung.memory, kOld.memory), between(kYoung.patience, kOld.patience),
          between(kYoung.most_owed, kOld.most_owed)};
}

}  // namespace

BudgetOptions budget_for(const Policy& policy, BudgetOptions asked) {
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
  const double paid = std::min(owed_, one * double(ticks) / 2);
  const double most = std::max(1.0, std::floor(fraction_ + one));
  owed_ -= paid;
  fraction_ += one * double(ticks) - paid;
  const double whole = std::floor(fraction_);
  fraction_ -= whole;
  return static_cast<std::size_t>(std::min(whole, most));
}

// A day's budget is kept by the price, which sees all visits.
void TickBudget::owe(std::size_t visits) {
  if (options_.kind == BudgetKind::kPerTick) owed_ += double(visits);
}

void Price::Sum::add(Demand demand) {
  if (!demand.is_known()) return;
  visits += demand.visits();
  ++sources;
}

void Price::Sum::take(Demand demand) {
  if (!demand.is_known()) return;
  visits -= demand.visits();
  --sources;
}

void Price::replan(Demand before, Demand after) {
  sum_of(before).take(before);
  sum_of(after).add(after);
}

void Price::end_tick(std::size_t visits, double budget, std::size_t sources,
                     Milliseconds tick) {
  if (budget <= 0 || sources == 0) return;
  const double length = days(tick);
  const double allowed = budget / length;        // Visits a day.
  const double gap = double(sources) / allowed;  // Between two of a source, days.
  const double usual = std::sqrt(first_) / gap;  // What the first price supposes.
  // While few are known, the others are as the first price supposes; later they are as
  // those that are known.
  const std::size_t known = elastic_.sources + fixed_.sources;
  const double supposed =
      std::min(kSupposed, double(sources - std::min(known, sources)));
  const double weight = std::max(double(elastic_.sources) + supposed, 1e-9);
  const double mean = (elastic_.visits + supposed * usual) / weight;
  const double age = days(Milliseconds(state_.age_ms));
  const Pace pace = pace_at(age, gap);
  const double memory = std::clamp(age / 2, length, std::max(pace.memory, length));
  if (state_.demand <= 0) state_.demand = mean;
  state_.demand += (mean - state_.demand) * -std::expm1(-length / memory);

  state_.owed = std::clamp(state_.owed + (budget - double(visits)) / allowed,
                           -pace.most_owed, pace.most_owed);
  const double correction =
      std::clamp(state_.owed / pace.patience, -kMostCorrection, kMostCorrection);
  const double aim = allowed * (1 + correction);
  const double left = std::max(aim - fixed_.visits, aim * kLeastShare);
  const double asking = double(sources - std::min(fixed_.sources, sources));
  const double root = state_.demand * std::max(asking, 1.0) / left;
  state_.price = std::clamp(root * root, first_ / kFarthest, first_ * kFarthest);
  state_.age_ms += tick.count();
}

void Price::restore(const State& state) {
  const bool is_sane = state.price >= first_ / kFarthest &&
                       state.price <= first_ * kFarthest && state.demand >= 0 &&
                       state.demand < 1e9 && std::abs(state.owed) < 1e6 &&
                       state.age_ms >= 0;
  if (is_sane) state_ = state;
}

}  // namespace curlew::schedule
