#include "apps/run/serve.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/run/stop_signal.h"
#include "base/clock.h"
#include "base/log.h"

namespace curlew::apps {

Result<void> serve(const Config& config, Role role) {
  hold_stop_signals();
  const SystemClock clock;
  // Terminals of their own have their own settings.
  if (role == Role::kAll && config.fetch.contact.empty() &&
      config.fetch.user_agent.empty()) {
    log_warning("publishers cannot reach you: set fetch.contact in curlew.toml");
  }
  TRY_ASSIGN(const auto engine, start_engine(config, clock, role));
  const char* const who = role == Role::kAll ? "Curlew" : "Curlew's controller";
  if (engine->web_port() != 0) {
    fmt::print("{} is running: http://{}:{}/ shows what it does; Ctrl-C stops it.\n",
               who, config.web.address, engine->web_port());
  } else {
    fmt::print("{} is running on {}; Ctrl-C stops it.\n", who, config.data.dir);
  }
  std::fflush(stdout);
  wait_for_stop_signal();
  log_info("stopping; visits under way are made again after the next start");
  engine->stop();
  log_info("stopped");
  return engine->outcome();
}

}  // namespace curlew::apps
