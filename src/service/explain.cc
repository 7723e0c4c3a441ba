#include "service/explain.h"

#include <algorithm>

namespace curlew::service {

Result<Explainer> Explainer::make(const PlanningOptions& options, store::Store& store) {
  control::Planners planners(options.planners, options.make_policy, Random(0));
  TRY_ASSIGN(const auto populations, store.schedule().populations());
  planners.restore(populations);
  TRY_ASSIGN(auto aims, store.schedule().aims());
  std::ranges::sort(aims);
  return Explainer(std::move(planners), std::move(aims));
}

SourcePlan Explainer::explain(const store::PlannedSource& source, Time now) {
  const schedule::Planner& planner = planners_.planner(source.aim);
  const schedule::Belief belief = planner.belief(planners_.to_plan(source), now);
  SourcePlan plan;
  plan.objective = source.aim.objective;
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

std::vector<Planning> Explainer::summaries() const {
  std::vector<Planning> all;
  std::vector<const schedule::Planner*> told;
  for (const model::Aim& aim : aims_) {
    const schedule::Planner* const planner = planners_.find_planner(aim);
    if (std::ranges::find(told, planner) != told.end()) continue;
    told.push_back(planner);
    Planning& summary = all.emplace_back();
    summary.objective = aim.objective;
    summary.policy = planner->policy().name();
    summary.price = planner->price();
    if (planner->options().budget.kind == schedule::BudgetKind::kUnlimited) continue;
    summary.budget_per_hour = planner->options().budget.share_per_hour;
    summary.budget_use = planner->budget_use();
  }
  return all;
}

Result<SourceDetail> explain_source(store::Store& store, const PlanningOptions& options,
                                    store::WatchedSource source, Time now,
                                    std::size_t rows, Viewer viewer) {
  TRY_ASSIGN(SourceDetail detail,
             take_detail(store, std::move(source), now, rows, viewer));
  TRY_ASSIGN(Explainer explainer, Explainer::make(options, store));
  detail.plan = explainer.explain(control::planned(detail.source), now);
  return detail;
}

Result<void> explain_all(
    store::Store& store, const PlanningOptions& options, Time now,
    const std::function<void(const store::PlannedSource&, const SourcePlan&)>& tell,
    Viewer viewer) {
  constexpr std::size_t kSourcesAtATime = 1'000;
  TRY_ASSIGN(Explainer explainer, Explainer::make(options, store));
  std::vector<model::SourceId> seen;
  if (viewer) {
    TRY_ASSIGN(seen, store.subscriptions().visible_sources(*viewer));
  }
  store::Revision revision = 0;
  for (bool has_more = true; has_more;) {
    TRY_ASSIGN(const auto part,
               store.schedule().changes_since(revision, kSourcesAtATime));
    for (const store::PlannedSource& source : part.changed) {
      if (viewer && !std::ranges::binary_search(seen, source.id)) continue;
      tell(source, explainer.explain(source, now));
    }
    revision = part.revision;
    has_more = part.has_more;
  }
  return {};
}

}  // namespace curlew::service
