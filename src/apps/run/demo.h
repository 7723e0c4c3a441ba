// `curlew demo`: the whole of Curlew on a built-in little web.

#pragma once

#include <cstdint>
#include <string>

#include "apps/config/config.h"
#include "base/result.h"

namespace curlew::apps {

struct DemoOptions {
  bool web_only = false;       // Only the little web, as a process of its own.
  std::uint16_t web_port = 0;  // Of the little web; 0: any free one.
  double speed = 600;          // Its virtual seconds a real second.
  std::uint64_t seed = 1;
  std::string epoch;  // When it opened, so that a restart goes on; empty: now.
};
// Runs until SIGTERM or SIGINT. Its data are gone then, unless a data directory is
// given.
Result<void> run_demo(const Config& config, const DemoOptions& options);

}  // namespace curlew::apps
