#include "apps/explain.h"

#include "apps/planning.h"

namespace curlew::apps {

using model::Objective;

Result<Explainer> Explainer::make(const Config& config, store::CentralStore& store) {
  TRY_ASSIGN(control::MakePolicy make_policy, policy_maker(config));
  control::Planners planners(planners_options(config), std::move(make_policy),
                             Random(0));
  TRY_ASSIGN(const auto populations, store.populations());
  planners.restore(populations);
  return Explainer(std::move(planners));
}

api::SourcePlan Explainer::explain(const store::PlannedSource& source, Time now) {
  const schedule::Planner& planner = planners_.planner(source.objective);
  const schedule::Belief belief = planner.belief(planners_.to_plan(source), now);
  api::SourcePlan plan;
  plan.objective = source.objective;
  plan.policy = planner.policy().name();
  plan.price = planner.price();
  plan.value = belief.value;
  plan.rate_per_day = belief.rate_per_day;
  plan.expected_items = belief.expected_items;
  plan.profile = belief.profile;
  for (const auto& [name, value] : belief.variables) {
    plan.variables.emplace_back(name, value);
  }
  return plan;
}

std::vector<api::Planning> Explainer::summaries() const {
  std::vector<api::Planning> all;
  for (const Objective objective :
       {Objective::kDelay, Objective::kCapture, Objective::kFreshness}) {
    const schedule::Planner* planner = planners_.find_planner(objective);
    if (!planner) continue;
    api::Planning& summary = all.emplace_back();
    summary.objective = objective;
    summary.policy = planner->policy().name();
    summary.price = planner->price();
    if (planner->options().budget.kind == schedule::BudgetKind::kUnlimited) continue;
    summary.budget_per_hour = planner->options().budget.share_per_hour;
    summary.budget_use = planner->budget_use();
  }
  return all;
}

}  // namespace curlew::apps
