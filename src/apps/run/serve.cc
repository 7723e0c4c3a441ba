#include "apps/run/serve.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/commands/context.h"
#include "apps/config/options.h"
#include "apps/run/stop_signal.h"
#include "base/clock.h"
#include "base/log.h"
#include "service/entry.h"

namespace curlew::apps {
namespace {

// While nobody can log in as an administrator, whoever sees the terminal can become
// one.
Result<void> print_claim(const Config& config, std::uint16_t port, const Clock& clock) {
  if (port == 0) return {};
  TRY_ASSIGN(const auto store, make_store(config));
  TRY_ASSIGN(const auto token, service::offer_claim(*store, clock.now()));
  if (!token) return {};
  fmt::print(
      "Nobody can log in yet. This link, which works once, makes the "
      "administrator:\n  {}{}\n",
      personal_base_url(config, port), service::claim_path(*token));
  return {};
}

}  // namespace

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
  TRY(print_claim(config, engine->web_port(), clock));
  std::fflush(stdout);
  wait_for_stop_signal();
  log_info("stopping; visits under way are made again after the next start");
  engine->stop();
  log_info("stopped");
  return engine->outcome();
}

}  // namespace curlew::apps
