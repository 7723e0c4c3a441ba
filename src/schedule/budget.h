// How many visits there may be. A share of the sources per hour, which every tick keeps
// by itself, or only the days do: then a price makes visits dearer while there are too
// many of them.

#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"
#include "schedule/demand.h"

namespace curlew::schedule {

class Policy;

enum class BudgetKind { kUnlimited, kPerTick, kPerDay };

struct BudgetOptions {
  BudgetKind kind = BudgetKind::kUnlimited;
  // Visits an hour, as a share of all sources.
  double share_per_hour = 0.15;
  // kPerDay: no tick makes more than so many times its part of the day.
  double burst = 3;
};

// The budget that was asked for, as a planner with that policy keeps it: in the running
// system as in the simulator. A day's budget is kept by the price alone; who does not
// heed it would spend three days' visits in one, so each tick limits it.
BudgetOptions budget_for(const Policy& policy, BudgetOptions asked);

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

  // Visits beyond the allowance were made (first ones): half of what follows pays for
  // them. Half, so that an import does not stop the visits of all others for a day.
  void owe(std::size_t visits);

 private:
  BudgetOptions options_;
  Milliseconds tick_;
  double fraction_ = 0;
  double owed_ = 0;
};

// What a visit costs, so that the days keep their budget.
//
// It follows from what sources ask for, not from the visits that were made: those were
// planned a day or a month ago, at another price, and who steers by them swings. Every
// source's plan says how often it would be visited at a price of 1 (demand.h); visits
// fall with the root of the price, so all sources together ask for just the budget at
//   price = (mean demand / budget for each source)^2.
// Demand is averaged over time: at night plans are long, in the morning they are short,
// and the price should be the same for both.
//
// Visits that were made too often or too seldom come back: the budget aimed at is that
// much less or more, by at most three tenths, until they are evened out. In its first
// four weeks a price follows quickly, so that each of them keeps the budget; then ever
// more slowly (budget.cc: Pace).
class Price {
 public:
  // What a restart must not lose.
  struct State {
    double price = 0;
    // The average: of a source, at a price of 1; 0: not known.
    double demand = 0;
    // Visits that the past left unmade, in days of the budget.
    double owed = 0;
    std::int64_t age_ms = 0;
  };

  explicit Price(double first) : first_(first), state_{.price = first} {}

  double value() const { return state_.price; }

  // A source is planned anew, or for the first time, or not any more.
  void replan(Demand before, Demand after);

  // `sources` may make `budget` visits in a tick.
  void end_tick(std::size_t visits, double budget, std::size_t sources,
                Milliseconds tick);

  const State& state() const { return state_; }
  // A state that cannot be is ignored.
  void restore(const State& state);

 private:
  struct Sum {
    double visits = 0;
    std::size_t sources = 0;
    void add(Demand demand);
    void take(Demand demand);
  };
  Sum& sum_of(Demand demand) { return demand.heeds_price() ? elastic_ : fixed_; }

  const double first_;
  State state_;
  // Of sources that heed the price, at a price of 1.
  Sum elastic_;
  // Of sources that do not.
  Sum fixed_;
};

}  // namespace curlew::schedule
