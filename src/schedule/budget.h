// How many visits there may be. A share of the sources per hour, which every tick keeps
// by itself, or only the days do: then a price makes visits dearer while there are too
// many of them.

#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"

namespace curlew::schedule {

enum class BudgetKind { kUnlimited, kPerTick, kPerDay };

struct BudgetOptions {
  BudgetKind kind = BudgetKind::kUnlimited;
  double share_per_hour = 0.15;  // Of all sources.
  // kPerDay: no tick makes more than so many times its part of the day.
  double burst = 3;
};

// Counts the visits of a tick.
class TickBudget {
 public:
  TickBudget(BudgetOptions options, Milliseconds tick)
      : options_(options), tick_(tick) {}

  // The number of visits that the tick now beginning may make. What it cannot spend as
  // a whole visit is carried over, what it leaves unused is lost: a burst after a quiet
  // night would be impolite.
  std::size_t next_tick(std::size_t sources);

  // What a tick should make in the mean, with its fraction.
  double per_tick(std::size_t sources) const;

 private:
  BudgetOptions options_;
  Milliseconds tick_;
  double fraction_ = 0;
};

// What a visit costs, moved slowly so that the days keep their budget: every tick
// p *= exp(gain * (visits - budget) / budget), five times as fast in the first week.
// The error is clipped, so that one tick without visits (a failed network) or one with
// a thousand (an import) moves it little.
class Price {
 public:
  explicit Price(double start) : price_(start) {}

  double value() const { return price_; }
  void set(double price) { price_ = price; }
  void end_tick(std::size_t visits, double budget, Milliseconds tick);

 private:
  double price_;
  Milliseconds age_{0};
};

}  // namespace curlew::schedule
