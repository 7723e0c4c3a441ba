// `curlew demo`: the whole of Curlew on a built-in little web.

#pragma once

#include "apps/config/config.h"
#include "base/result.h"

namespace curlew::apps {

struct DemoOptions {
  bool web_only = false;  // Only the little web, as a process of its own.
};
Result<void> run_demo(const Config& config, const DemoOptions& options);

}  // namespace curlew::apps
