#include "apps/fetching.h"

#include <algorithm>
#include <utility>

#include "control/terminal.h"
#include "fetch/polite_queue.h"
#include "http/open_files.h"
#include "http/server.h"

namespace curlew::apps {

OpenFiles share_out_files(const Config& config) {
  constexpr std::size_t kOwn = 64;   // Databases, event loops, name look-ups, browsers.
  constexpr std::size_t kKept = 50;  // Connections that a client keeps beside.
  const std::size_t all = http::most_open_files();
  OpenFiles files;
  files.web =
      std::clamp<std::size_t>(all / 4, 1, http::ServerOptions().max_connections);
  const std::size_t left = all - std::min(all, files.web + kOwn);
  const std::size_t each = left / config.terminals.count;
  const std::size_t total = config.fetch.politeness.total;
  files.fetching =
      std::min(total, std::max<std::size_t>(each - std::min(each, kKept), 8));
  return files;
}

http::ClientOptions client_options(const Config& config) {
  http::ClientOptions options;
  options.guard = http::AddressGuard(config.fetch.allow_addresses);
  options.user_agent = user_agent_of(config);
  options.max_connections = share_out_files(config).fetching;
  return options;
}

fetch::FetcherOptions fetcher_options(const Config& config) {
  fetch::FetcherOptions options;
  options.politeness = config.fetch.politeness;
  options.max_redirects = config.fetch.max_redirects;
  options.lookup_timeout = config.fetch.limits.connect;
  options.most_for_address = fetch::source_share(control::TerminalOptions().capacity);
  return options;
}

fetch::BrowserClientOptions browser_options(const Config& config,
                                            http::Client& wakes_up) {
  fetch::BrowserClientOptions options;
  options.binary = config.fetch.browser;
  options.user_agent = user_agent_of(config);
  options.tabs_per_browser = config.fetch.browser_tabs;
  options.max_browsers = config.fetch.browser_processes;
  options.proxy.guard = http::AddressGuard(config.fetch.allow_addresses);
  options.on_ready = [&wakes_up] { wakes_up.wake(); };
  return options;
}

pipeline::VisitOptions visit_options(const Config& config, std::string terminal) {
  pipeline::VisitOptions options;
  options.terminal = std::move(terminal);
  options.feed_transfer = config.fetch.limits;
  options.feed.size = config.fetch.limits.body;
  options.page_transfer = config.fetch.limits;
  options.page_transfer.body = config.articles.max_page;
  return options;
}

}  // namespace curlew::apps
