// Another policy plans a source than before: its user, or the configuration, chose
// another. What earlier visits found is in the crawl log, and the new one learns it
// from there, instead of beginning as with a source that nobody knows.

#pragma once

#include "base/result.h"
#include "control/planners.h"
#include "model/ids.h"
#include "schedule/plan.h"
#include "store/store.h"

namespace curlew::control {

// Was the state left by another policy than that of the verdict?
bool is_of_another_policy(const schedule::Plan& before,
                          const schedule::Verdict& verdict);

// The plan with what the policy of its source knows from the log, had it planned the
// newest visits before `visit`.
Result<schedule::Plan> taught_plan(store::Store& store, Planners& planners,
                                   const model::Source& source,
                                   const schedule::Plan& plan, model::VisitId visit);

}  // namespace curlew::control
