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
  // One for each objective in use.
  std::vector<Planning> summaries() const;

 private:
  explicit Explainer(control::Planners planners) : planners_(std::move(planners)) {}

  control::Planners planners_;
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
