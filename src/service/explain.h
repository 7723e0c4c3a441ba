// What the planner believes, for people: the same planners as a running Curlew has,
// made from its settings and from what it last stored.

#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "control/planners.h"
#include "service/snapshot.h"
#include "store/store.h"

namespace curlew::service {

// How visits are planned here.
struct PlanningOptions {
  control::PlannersOptions planners;
  control::MakePolicy make_policy;
};

class Explainer {
 public:
  static Result<Explainer> make(const PlanningOptions& options, store::Store& store);

  SourcePlan explain(const store::PlannedSource& source, Time now);
  // One for each objective and policy that a source has.
  std::vector<Planning> summaries() const;

 private:
  Explainer(control::Planners planners, std::vector<model::Aim> aims)
      : planners_(std::move(planners)), aims_(std::move(aims)) {
    for (const model::Aim& aim : aims_) planners_.planner(aim);
  }

  control::Planners planners_;
  // Those of all sources.
  std::vector<model::Aim> aims_;
};

// Everything known of one source with what is believed of it; with the newest `rows`
// visits, and articles that the viewer has not muted.
Result<SourceDetail> explain_source(store::Store& store, const PlanningOptions& options,
                                    store::WatchedSource source, Time now,
                                    std::size_t rows, Viewer viewer = {});

// What is believed of every source that the viewer sees.
Result<void> explain_all(
    store::Store& store, const PlanningOptions& options, Time now,
    const std::function<void(const store::PlannedSource&, const SourcePlan&)>& tell,
    Viewer viewer = {});

}  // namespace curlew::service
