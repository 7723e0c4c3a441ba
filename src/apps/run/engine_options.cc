#include "apps/run/engine_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "apps/config/options.h"
#include "base/fingerprint.h"

namespace curlew::apps {
control::ControllerOptions controller_options(const Config& config,
                                              const service::PlanningOptions& planning,
                                              MemoryBudget& memory) {
  control::ControllerOptions options;
  options.memory = &memory;
  options.planners = planning.planners;
  options.ledger.fetch_pages = config.articles.fetch_pages;
  options.ledger.revisit_pages = config.articles.revisit_pages;
  options.politeness = config.fetch.politeness;
  options.crawl.phase_pause = config.crawl.phase_pause;
  options.crawl.most_out = config.crawl.most_pages;
  options.batch_wait =
      std::min<Milliseconds>(options.batch_wait, config.schedule.tick / 4);
  return options;
}

control::HousekeepingOptions housekeeping_options(const Config& config) {
  control::HousekeepingOptions options;
  options.visits = std::chrono::days(config.log.keep_days);
  options.keeping = keeping_of(config);
  return options;
}

// As often as news may be expected: a schedule in a hurry has alarms in a hurry.
control::SourceAlarmsOptions alarm_options(const Config& config) {
  control::SourceAlarmsOptions options;
  options.every = std::min<Milliseconds>(options.every, 5 * config.schedule.tick);
  return options;
}

std::vector<std::string> terminal_names(const Config& config) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    names.push_back(fmt::format("terminal-{}", i));
  }
  return names;
}

std::int64_t fetch_settings_of(const Config& config, std::string_view key_id) {
  const Config::Fetch& fetch = config.fetch;
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", key_id, CURLEW_VERSION,
                  user_agent_of(config), fetch.limits.body, fetch.limits.headers,
                  fetch.limits.compression_ratio, fetch.limits.connect.count(),
                  fetch.limits.total.count(), fetch.limits.stall_window.count(),
                  fetch.max_redirects, fetch.politeness.obey_robots, fetch.browser,
                  fetch.pdftotext, config.articles.max_page);
  for (const http::AddressRange& range : fetch.allow_addresses) {
    text += fmt::format(" {}/{}", to_string(range.first), range.prefix_length);
  }
  const auto fingerprint = static_cast<std::int64_t>(short_fingerprint_of(text));
  return fingerprint == 0 ? 1 : fingerprint;
}

}  // namespace curlew::apps
