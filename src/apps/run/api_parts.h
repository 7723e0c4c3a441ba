// What the API needs of the running program beside its store.

#pragma once

#include "api/api_parts.h"
#include "apps/config/config.h"
#include "base/clock.h"
#include "control/archives.h"
#include "service/explain.h"

namespace curlew::apps {

// All of it must outlive the parts. Called when the program starts.
api::ApiParts make_api_parts(const Config& config, const Clock& clock,
                             const service::PlanningOptions& planning,
                             const query::Dictionary& dictionary,
                             control::Archives& archives);

}  // namespace curlew::apps
