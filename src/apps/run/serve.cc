#include "apps/run/serve.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/run/engine.h"
#include "apps/run/stop_signal.h"
#include "base/clock.h"
#include "base/log.h"

namespace curlew::apps {

Result<void> serve(const Config& config) {
  hold_stop_signals();
  const SystemClock clock;
  if (config.fetch.contact.empty() && config.fetch.user_agent.empty()) {
    log_warning("publishers cannot reach you: set fetch.contact in curlew.toml");
  }
  TRY_ASSIGN(const auto engine, start_engine(config, clock));
  if (engine->web_port() != 0) {
    fmt::print(
        "Curlew is running: http://{}:{}/ shows what it does; Ctrl-C stops it.\n",
        config.web.address, engine->web_port());
  } else {
    fmt::print("Curlew is running on {}; Ctrl-C stops it.\n", config.data.dir);
  }
  std::fflush(stdout);
  wait_for_stop_signal();
  log_info("stopping; visits under way are made again after the next start");
  engine->stop();
  log_info("stopped");
  return engine->outcome();
}

}  // namespace curlew::apps
