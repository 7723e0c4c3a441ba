// How the configuration wants visits to be planned, for the program that plans them and
// for those that explain its plans.

#pragma once

#include "apps/config/config.h"
#include "base/result.h"
#include "control/planners.h"

namespace curlew::apps {

control::PlannersOptions planners_options(const Config& config);

// kUsage when there is no policy of that name.
Result<control::MakePolicy> policy_maker(const Config& config);

}  // namespace curlew::apps
