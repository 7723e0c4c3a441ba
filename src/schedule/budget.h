// How many visits there may be. A share of the sources per hour, which every tick keeps
// by itself, or only the days do: then a price makes visits dearer while there are too
// many of them.

#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"
#include "model/objective.h"

namespace curlew::schedule {

class Policy;

enum class BudgetKind { kUnlimited, kPerTick, kPerDay };

// How a price follows the budget: d(ln price)/dt = gain * (visits - budget) / budget.
struct PriceOptions {
  double gain_per_day = 0.6;
  // Until it is near the right price, it moves faster.
  double early_gain = 2.5;
  Milliseconds early = std::chrono::days(7);
  // Visits are averaged over so long first. A day: else every night, when little is
  // published, visits would become cheap, and dear in the morning. The gain keeps the
  // days within 1 % of their budget; half of it left some months 1 % above.
  Milliseconds memory = std::chrono::days(1);
  // A tick without visits or with a thousand of them (an import) moves it little.
  double least_error = -1;
  double most_error = 4;
  // It never leaves the first price by more than this factor, whatever happens.
  double farthest = 1e6;
};

// Documents are visited every few weeks, so their price must be patient.
PriceOptions price_options_for(model::Objective objective);

struct BudgetOptions {
  BudgetKind kind = BudgetKind::kUnlimited;
  double share_per_hour = 0.15;  // Of all sources.
  // kPerDay: no tick makes more than so many times its part of the day.
  double burst = 3;
  PriceOptions price;  // kPerDay.
};

// The budget that was asked for, as a planner of that objective and policy keeps it: in
// the running system as in the simulator. A day's budget is kept by the price alone;
// who does not heed it would spend three days' visits in one, so each tick limits it.
BudgetOptions budget_for(model::Objective objective, const Policy& policy,
                         BudgetOptions asked);

// Counts the visits of a tick.
class TickBudget {
 public:
  TickBudget(BudgetOptions options, Milliseconds tick)
      : options_(options), tick_(tick) {}

  // The number of visits that the tick now beginning may make, `ticks` after the one
  // before. What it cannot spend as a whole visit is carried over, what it leaves
  // unused is lost: a burst after a quiet night would be impolite.
  std::size_t next_tick(std::size_t sources, std::int64_t ticks = 1);

  // What a tick should make in the mean, with its fraction.
  double per_tick(std::size_t sources) const;

 private:
  BudgetOptions options_;
  Milliseconds tick_;
  double fraction_ = 0;
};

// What a visit costs, moved slowly so that the days keep their budget.
class Price {
 public:
  // What a restart must not lose.
  struct State {
    double price = 0;
    double use = 1;  // Of the budget, averaged over PriceOptions::memory.
    std::int64_t age_ms = 0;
  };

  Price(PriceOptions options, double first);

  double value() const { return state_.price; }
  void end_tick(std::size_t visits, double budget, Milliseconds tick);

  const State& state() const { return state_; }
  // A state that cannot be is ignored.
  void restore(const State& state);

 private:
  const PriceOptions options_;
  const double first_;
  State state_;
};

}  // namespace curlew::schedule
