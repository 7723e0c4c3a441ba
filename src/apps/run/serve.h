// `curlew serve`: controller, terminals and web endpoint in one process.

#pragma once

#include "apps/config/config.h"
#include "base/result.h"

namespace curlew::apps {

// Runs until SIGTERM or SIGINT.
Result<void> serve(const Config& config);

}  // namespace curlew::apps
