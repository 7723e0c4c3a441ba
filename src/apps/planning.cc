#include "apps/planning.h"

#include "schedule/make_policy.h"

namespace curlew::apps {
namespace {

using schedule::BudgetKind;

// What they would do without a budget has no end.
bool is_endless(std::string_view policy) {
  return policy == "round-robin" || policy == "posting-rate" || policy == "min-delay";
}

schedule::BudgetOptions budget_options(const Config::Schedule& schedule) {
  schedule::BudgetOptions budget;
  double percent = schedule.budget_per_hour;
  if (percent == 0 && is_endless(schedule.policy)) percent = kEndlessBudget;
  if (percent == 0) return budget;
  budget.kind = schedule.budget == "tick" ? BudgetKind::kPerTick : BudgetKind::kPerDay;
  budget.share_per_hour = percent / 100;
  return budget;
}

}  // namespace

control::PlannersOptions planners_options(const Config& config) {
  const Config::Schedule& schedule = config.schedule;
  control::PlannersOptions options;
  options.planner.tick = schedule.tick;
  options.planner.budget = budget_options(schedule);
  options.planner.price =
      std::chrono::duration<double, std::chrono::days::period>(schedule.visit_cost)
          .count();
  options.planner.constraints.minimum_gap = schedule.min_gap;
  options.planner.constraints.longest_gap = schedule.longest_gap;
  options.subscriber_weight = schedule.subscriber_weight;
  options.weigh_activity = schedule.subscriber_activity;
  // A day, when a tick is ten minutes.
  options.planner.back_off.first = schedule.tick;
  options.planner.back_off.longest = 144 * schedule.tick;
  return options;
}

Result<control::MakePolicy> policy_maker(const Config& config) {
  schedule::PolicyOptions options;
  options.tick = config.schedule.tick;
  options.training = std::chrono::days(config.schedule.training_days);
  const std::string name = config.schedule.policy;
  TRY(schedule::make_policy(name, options));
  return control::MakePolicy([name, options](model::Objective objective) mutable {
    options.objective = objective;
    return schedule::make_policy(name, options).value();
  });
}

}  // namespace curlew::apps
