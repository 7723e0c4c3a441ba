// Keeps every source in a queue by the time it is due, hands out those whose time has
// come within the budget, and decides after each visit when the next one is.
//
// A visit's verdict is computed first (judge) and takes effect later (settle), because
// in between it is written to the database: memory never runs ahead of the truth.
//
// With a policy that ranks, a source's due time is only the first moment at which it
// may be visited (gap, back-off, the publisher's wishes); every tick the best of those
// are taken.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
  OwnWishes own;
  std::uint32_t failures = 0;  // In a row.
  float weight = 1;            // 1 + c * subscribers.
  PolicyState policy;
};

// What a visit brought, as far as scheduling cares.
struct VisitFacts {
  Time at;
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  std::uint32_t new_items = 0;
  std::span<const Time> item_times;
  std::uint32_t items_shown = 0;
  std::optional<Time> not_before;
  model::QuietTimes quiet;
  // The request was never sent: our own queue for that host was too long.
  bool turned_away = false;
};

struct Verdict {
  Plan plan;
  DueReason reason = DueReason::kPolicy;
  // What the policy will learn of all sources when this is settled; its item times are
  // gone by then. Absent after a failure.
  std::optional<Observation> seen;
};

struct PlannerOptions {
  Milliseconds tick{600'000};
  BudgetOptions budget;
  // What a visit costs when there is no budget: as much as articles that wait so long
  // altogether.
  double price = 0.01;
  BackOff back_off;
  ConstraintOptions constraints;
};

class Planner {
 public:
  Planner(PlannerOptions options, std::unique_ptr<Policy> policy, Random random);
  ~Planner();

  // Puts a source in line, or changes its plan.
  void watch(const Subject& subject, const Plan& plan);
  void forget(model::SourceId source);
  std::optional<Plan> find(model::SourceId source) const;
  bool contains(model::SourceId source) const;

  // At most `most` sources that are due, in their order. They are out of line until
  // settle().
  std::vector<model::SourceId> take_due(Time now, std::size_t most);

  Verdict judge(model::SourceId source, const Plan& plan, const VisitFacts& facts);
  void settle(model::SourceId source, const Verdict& verdict);

  // When take_due() may next have something; nullopt when no source is in line.
  std::optional<Time> next_due(Time now) const;
  std::size_t size() const;

  double price() const { return price_.value(); }
  const Policy& policy() const { return *policy_; }
  Belief belief(const Plan& plan, Time now) const;

  // What was learned of all sources together: the policy's and the price.
  std::string population_bytes() const;
  void restore_population(std::string_view bytes);

 private:
  class Table;

  Terms terms(const Plan& plan) const;
  bool ranks() const;
  void follow_clock(Time now);
  void begin_tick(Time now);
  void end_tick(Time now);
  void choose_by_rank(Time now);
  double rank(Slot slot, Time now) const;
  std::vector<Slot> pop_due(Time now);
  void keep_best(std::vector<Slot>& due, Time now, std::size_t most);
  Verdict judge_failure(const Plan& plan, const VisitFacts& facts);
  void reconsider(std::span<const Slot> slots, Time now);

  const PlannerOptions options_;
  const std::unique_ptr<Policy> policy_;
  Random random_;
  std::unique_ptr<Table> table_;
  DueQueue queue_;
  TickBudget budget_;
  Price price_;
  std::vector<Slot> chosen_;   // kRanks: the best of this tick, worst first.
  std::size_t allowance_ = 0;  // Visits left in this tick.
  std::size_t taken_ = 0;      // Visits of this tick so far.
  Time tick_end_ = Time::min();
  Time day_end_ = Time::min();
  Time last_now_ = Time::min();
};

}  // namespace curlew::schedule
