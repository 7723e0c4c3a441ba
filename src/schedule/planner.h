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

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "model/change.h"
#include "model/ids.h"
#include "model/outcome.h"
#include "schedule/budget.h"
#include "schedule/constraints.h"
#include "schedule/due_queue.h"
#include "schedule/plan.h"
#include "schedule/policy.h"
#include "schedule/source_table.h"

namespace curlew::schedule {

// What a visit brought, as far as scheduling cares.
struct VisitFacts {
  Time at;
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  std::uint32_t new_items = 0;
  std::span<const Time> item_times;
  std::uint32_t items_shown = 0;
  // As of Observation.
  model::ChangeKinds kinds = {};
  model::ChangeCounters changes = {};
  std::optional<Time> not_before;
  model::QuietTimes quiet;
  // The request was never sent: our own queue for that host was too long.
  bool turned_away = false;
};

struct Verdict {
  Plan plan;
  DueReason reason = DueReason::kPolicy;
  // Not known after a failure.
  Demand demand;
  // What Policy::median() says after the visit.
  std::optional<double> median;
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
  // As of Terms.
  Milliseconds shortest_gap{3'600'000};
  BackOff back_off;
  ConstraintOptions constraints;
};

// Not thread-safe.
class Planner {
 public:
  Planner(PlannerOptions options, std::unique_ptr<Policy> policy, Random random);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  // When to visit a source that was added at `added` and never visited: within four
  // ticks, whatever the policy and the budget (RSS-A: ToE is 0 to 3 at first).
  void plan_first_visit(Plan& plan, Time added);

  // The plan of a source that was last visited at a time that is still to come, by a
  // clock that has been set back by so much since.
  Plan set_back(Plan plan, Milliseconds by) const;

  // Puts a source in line, or changes its plan.
  void watch(const Subject& subject, const Plan& plan);
  void forget(model::SourceId source);
  std::optional<Plan> find(model::SourceId source) const;
  bool contains(model::SourceId source) const;

  // At most `most` sources that are due, in their order. They are out of line until
  // settle().
  std::vector<model::SourceId> take_due(Time now, std::size_t most);

  // Hands out one source beside its turn and the budget, because its user asked for it.
  // False when it is not watched. It, too, is out of line until settle().
  bool take(model::SourceId source);

  Verdict judge(model::SourceId source, const Plan& plan, const VisitFacts& facts);
  void settle(model::SourceId source, const Verdict& verdict);

  // Somebody says that the source has changed (a WebSub push, a sitemap's lastmod): it
  // is due as soon as politeness allows. Nullopt when it is not watched. Said during a
  // visit, which may have come too early, it holds for the next.
  std::optional<Due> told_of_change(model::SourceId source, Time now);

  // When take_due() may next have something; nullopt when no source is in line.
  std::optional<Time> next_due(Time now) const;
  std::size_t size() const { return table_.size(); }

  double price() const { return price_.value(); }
  // The share of the budget that was spent in the last day or so; 0 when there is none.
  double budget_use() const { return use_; }
  const PlannerOptions& options() const { return options_; }
  const Policy& policy() const { return *policy_; }
  Belief belief(const Plan& plan, Time now) const;

  // What was learned of all sources together: the policy's and the price.
  std::string population_bytes() const;
  void restore_population(std::string_view bytes);

 private:
  bool ranks() const;
  bool is_capped_by_rank() const;
  Terms terms(double weight) const;
  std::optional<Time> longest_wait(Slot slot) const;

  void follow_clock(Time now);
  void begin_tick(Time now);
  void end_tick(Time now, std::int64_t idle_ticks);
  void note_use(std::size_t visits, double budget);
  std::int64_t idle_ticks(std::int64_t passed) const;
  bool is_within_tick(Time now) const;

  bool is_limited() const { return options_.budget.kind != BudgetKind::kUnlimited; }
  bool is_asked(Slot slot) const;
  void note_asked(Slot slot);
  void line_up_asked(Time now);
  void set_demand(Slot slot, Demand demand);
  Demand demand_of(const Plan& plan, Time visited, DueReason reason) const;

  void put_in_line(Slot slot, Time due);
  void line_up(Slot slot);
  void line_up_due(Time now, std::size_t most);
  void choose_best(Time now);
  void line_up_best(Time now, std::span<const Slot> due);
  void line_up_by_rank(Time now);
  void dissolve_line();
  std::vector<Slot> pop_wanted(Time now, std::size_t most);
  bool is_wanted(Slot slot, Time now);
  double rank(Slot slot, Time now) const;

  Verdict judge_failure(const Plan& plan, const VisitFacts& facts);
  void reconsider(std::span<const Slot> slots, Time now);

  const PlannerOptions options_;
  const std::unique_ptr<Policy> policy_;
  Random random_;
  DueQueue queue_;
  SourceTable table_;
  TickBudget budget_;
  Price price_;
  // To be handed out in this tick, best first. One that has left the line meanwhile has
  // lost its mark.
  std::deque<Slot> line_;
  // Sources that are visited when they are due, whatever the budget: those never
  // visited, and those of which somebody says that they have changed. The first due is
  // on top; one that has lost its mark meanwhile, or is due later, is passed over.
  using Asked = std::pair<Second, Slot>;
  std::priority_queue<Asked, std::vector<Asked>, std::greater<>> asked_;
  // How many sources in `line_` still have their mark.
  std::size_t lined_up_ = 0;
  // More were due in this tick than it may visit.
  bool is_overfull_ = false;
  // Visits left in this tick.
  std::size_t allowance_ = 0;
  // Visits of this tick so far.
  std::size_t taken_ = 0;
  // Visits lined up in this tick beyond every budget.
  std::size_t free_ = 0;
  // Sources that no budget concerns now.
  std::size_t unbudgeted_ = 0;
  // The used share of the budget, averaged over a day.
  double use_ = 0;
  Time tick_end_ = Time::min();
  Time day_end_ = Time::min();
  Time last_now_ = Time::min();
};

}  // namespace curlew::schedule
