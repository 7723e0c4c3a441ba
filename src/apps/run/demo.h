// `curlew demo`: the whole of Curlew on a built-in little web.

#pragma once

#include <cstdint>
#include <string>

#include "apps/config/config.h"
#include "base/result.h"

namespace curlew::apps {

struct DemoOptions {
  // Only the little web, as a process of its own.
  bool web_only = false;
  // Where the little web listens; 0: on any free port.
  std::uint16_t web_port = 0;
  // Virtual seconds of the little web for each real second.
  double speed = 600;
  std::uint64_t seed = 1;
  // When it opened, so that a restart goes on; empty: now.
  std::string epoch;
};
// Runs until SIGTERM or SIGINT. Its data are gone then, unless a data directory is
// given.
Result<void> run_demo(const Config& config, const DemoOptions& options);

}  // namespace curlew::apps
