// What the planner believes, for people: the same planners as a running Curlew has,
// made from the configuration and from what it last stored.

#pragma once

#include <optional>
#include <vector>

#include "api/snapshot.h"
#include "apps/config/config.h"
#include "base/result.h"
#include "control/planners.h"
#include "store/central_store.h"

namespace curlew::apps {

class Explainer {
 public:
  static Result<Explainer> make(const Config& config, store::CentralStore& store);

  api::SourcePlan explain(const store::PlannedSource& source, Time now);
  // One for each objective in use.
  std::vector<api::Planning> summaries() const;

 private:
  explicit Explainer(control::Planners planners) : planners_(std::move(planners)) {}

  control::Planners planners_;
};

}  // namespace curlew::apps
