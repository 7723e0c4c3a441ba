// One planner for each objective in use, and for each policy that sources have of
// their own: feeds whose articles should not wait, archives
// and mirrors have prices in different currencies, and budgets of their own. Seen from
// outside they are one.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/objective.h"
#include "schedule/planner.h"
#include "store/store.h"

namespace curlew::control {

// The configured policy where the aim names none, or one that is not known.
using MakePolicy =
    std::function<std::unique_ptr<schedule::Policy>(const model::Aim& aim)>;

struct PlannersOptions {
  // Of each planner; the price in it is that of `delay`.
  schedule::PlannerOptions planner;
  // Without a budget: versions for a visit, and days of a right copy.
  // Every version is wanted: a document of which nothing is known is visited about once
  // a week, one that changes daily several times a day.
  double capture_price = 0.0035;
  double freshness_price = 0.1;
  // c of RSS-A eq. 6: what a subscriber adds to the worth of a visit; and whether
  // subscribers count by their activity.
  double subscriber_weight = 0;
  bool weigh_activity = false;
  // Visits for `capture` begin together, in rounds of so long (WOD §3); 0: each when it
  // is due.
  Milliseconds round{0};
};

// Not thread-safe.
class Planners {
 public:
  Planners(PlannersOptions options, MakePolicy make_policy, Random random);

  // As of schedule::Planner. A source whose aim has changed moves over.
  void watch(const schedule::Subject& subject, const model::Aim& aim,
             const schedule::Plan& plan);
  void forget(model::SourceId source);
  std::optional<schedule::Plan> find(model::SourceId source) const;
  bool contains(model::SourceId source) const { return holder_of(source) != nullptr; }
  schedule::Verdict judge(model::SourceId source, const model::Aim& aim,
                          const schedule::Plan& plan,
                          const schedule::VisitFacts& facts);
  void settle(model::SourceId source, const schedule::Verdict& verdict);
  std::optional<schedule::Due> told_of_change(model::SourceId source, Time now);

  // At most `most` of each planner.
  std::vector<model::SourceId> take_due(Time now, std::size_t most);
  // As of schedule::Planner.
  bool take(model::SourceId source);
  // A visit that was not made after all: its source is in line again.
  void put_back(model::SourceId source);
  std::optional<Time> next_due(Time now) const;
  std::size_t size() const;

  // nullptr when there is no source with that aim.
  const schedule::Planner* find_planner(const model::Aim& aim) const;
  // Made when it is asked for the first time.
  schedule::Planner& planner(const model::Aim& aim);
  // Those that there are.
  std::vector<std::pair<model::Objective, const schedule::Planner*>> all() const;

  // What was learned of all sources together, to be kept over restarts. What another
  // policy learned is ignored.
  std::vector<store::Population> populations(Time now) const;
  void restore(std::span<const store::Population> populations);

  // 1 + c * subscribers.
  float weight_of(const model::Audience& audience) const;

  // The plan of a source that is not in line yet: a first visit where there was none,
  // and times that were written while the clock was wrong, which would hide the source
  // until then, taken back.
  schedule::Plan plan_anew(const store::PlannedSource& source, Time now);

  // The planner's view of a stored source.
  schedule::Plan to_plan(const store::PlannedSource& source) const;

 private:
  // As the key of a planner: the policy that is configured has no name.
  model::Aim key_of(const model::Aim& aim) const;
  schedule::Planner* holder_of(model::SourceId source) const;

  const PlannersOptions options_;
  const MakePolicy make_policy_;
  Random random_;
  std::map<model::Aim, std::unique_ptr<schedule::Planner>> planners_;
};

// The first beginning of a round that is not before `due`.
Time next_round(Time due, Milliseconds round);

// Writes what a plan says into the row of its source.
void apply_plan(const schedule::Plan& plan, store::ScheduleRow& row);

// As much of a stored source as a planner needs.
store::PlannedSource planned(const store::WatchedSource& watched);

}  // namespace curlew::control
