// `curlew serve`: controller, terminals and web endpoint in one process. And `curlew
// controller`: the same without the terminals, which are processes of their own.

#pragma once

#include "apps/config/config.h"
#include "apps/run/engine.h"
#include "base/result.h"

namespace curlew::apps {

// Runs until SIGTERM or SIGINT.
Result<void> serve(const Config& config, Role role = Role::kAll);

}  // namespace curlew::apps
