// Keeps every source in a queue by the time it is due, hands out those whose time has
// come within the budget, and decides after each visit when the next one is.
//
// A visit's verdict is computed first (judge) and takes effect later (settle), because
// in between it is written to the database: memory never runs ahead of the truth.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/outcome.h"
#include "schedule/budget.h"
#include "schedule/constraints.h"
#include "schedule/due_queue.h"
#include "schedule/policy.h"

namespace curlew::schedule {

// What the planner knows of one source.
struct Plan {
  Time due;
  std::optional<Time> last_success;
  std::optional<Milliseconds> own_interval;
  std::uint32_t failures = 0;  // In a row.
  PolicyState policy;
};

// What a visit brought, as far as scheduling cares.
struct VisitFacts {
  Time at;
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  std::uint32_t new_items = 0;
  std::span<const Time> item_times;
  std::optional<Time> not_before;
  model::QuietTimes quiet;
  // The request was never sent: our own queue for that host was too long.
  bool turned_away = false;
};

struct Verdict {
  Plan plan;
  DueReason reason = DueReason::kPolicy;
};

struct PlannerOptions {
  Milliseconds tick{600'000};
  std::optional<double> share_per_hour;  // Budget; nullopt: none.
  BackOff back_off;
  ConstraintOptions constraints;
};

class Planner {
 public:
  Planner(PlannerOptions options, std::unique_ptr<Policy> policy, Random random);

  // Puts a source in line, or changes its plan.
  void watch(model::SourceId source, const Plan& plan);
  void forget(model::SourceId source);
  const Plan* find(model::SourceId source) const;

  // At most `most` sources that are due, in their order. They are out of line until
  // settle().
  std::vector<model::SourceId> take_due(Time now, std::size_t most);

  Verdict judge(const Plan& plan, const VisitFacts& facts);
  void settle(model::SourceId source, const Plan& plan);

  // When take_due() may next have something; nullopt when no source is in line.
  std::optional<Time> next_due(Time now) const;
  std::size_t size() const { return plans_.size(); }

 private:
  void follow_clock(Time now);
  void begin_tick(Time now);
  Verdict judge_failure(const Plan& plan, const VisitFacts& facts);

  const PlannerOptions options_;
  const std::unique_ptr<Policy> policy_;
  Random random_;
  std::unordered_map<model::SourceId, Plan> plans_;
  DueQueue queue_;
  TickBudget budget_;
  std::size_t allowance_ = 0;  // Visits left in this tick.
  Time tick_end_ = Time::min();
  Time last_now_ = Time::min();
};

}  // namespace curlew::schedule
