#include "apps/config/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/time_budget.h"
#include "control/terminal.h"
#include "fetch/polite_queue.h"
#include "http/open_files.h"
#include "http/server.h"
#include "parse/pdf/pdf_reader.h"
#include "schedule/make_policy.h"

namespace curlew::apps {
namespace {

constexpr const char* kInstalledThesaurus = "/usr/share/mythes/th_en_US_v2.dat";

using schedule::BudgetKind;

// What they would do without a budget has no end.
bool is_endless(std::string_view policy) {
  return policy == "round-robin" || policy == "posting-rate" || policy == "min-delay";
}

schedule::BudgetOptions budget_options(const Config::Schedule& schedule) {
  schedule::BudgetOptions budget;
  double percent = schedule.budget_per_hour;
  if (percent == 0 && is_endless(schedule.policy)) percent = kEndlessBudget;
  if (percent == 0) return budget;
  budget.kind = schedule.budget == "tick" ? BudgetKind::kPerTick : BudgetKind::kPerDay;
  budget.share_per_hour = percent / 100;
  return budget;
}

control::PlannersOptions planners_options(const Config& config) {
  const Config::Schedule& schedule = config.schedule;
  control::PlannersOptions options;
  options.planner.tick = schedule.tick;
  options.planner.budget = budget_options(schedule);
  options.planner.price =
      std::chrono::duration<double, std::chrono::days::period>(schedule.visit_cost)
          .count();
  options.planner.constraints.minimum_gap = schedule.min_gap;
  options.planner.constraints.longest_gap = schedule.longest_gap;
  options.subscriber_weight = schedule.subscriber_weight;
  options.weigh_activity = schedule.subscriber_activity;
  options.round = schedule.capture_round;
  // A day, when a tick is ten minutes.
  options.planner.back_off.first = schedule.tick;
  options.planner.back_off.longest = 144 * schedule.tick;
  return options;
}

}  // namespace

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

fetch::BrowserClientOptions browser_options(const Config& config) {
  fetch::BrowserClientOptions options;
  options.binary = config.fetch.browser;
  options.user_agent = user_agent_of(config);
  options.tabs_per_browser = config.fetch.browser_tabs;
  options.max_browsers = config.fetch.browser_processes;
  options.proxy.guard = http::AddressGuard(config.fetch.allow_addresses);
  return options;
}

pipeline::VisitOptions visit_options(const Config& config, std::string terminal) {
  pipeline::VisitOptions options;
  options.terminal = std::move(terminal);
  options.user_agent = user_agent_of(config);
  options.feed_transfer = config.fetch.limits;
  options.feed.size = config.fetch.limits.body;
  options.page_transfer = config.fetch.limits;
  options.page_transfer.body = config.articles.max_page;
  options.cpu_clock = thread_cpu_time;
  if (!config.fetch.pdftotext.empty()) {
    static const SystemClock clock;
    parse::PdfToTextOptions pdf;
    pdf.program = config.fetch.pdftotext;
    options.pdf = parse::make_pdftotext(std::move(pdf), clock);
  }
  return options;
}

store::Keeping keeping_of(const Config& config) {
  const auto keep = [](Milliseconds age, std::size_t newest) {
    return store::Keep{age.count() > 0 ? std::optional(age) : std::nullopt, newest};
  };
  const Config::Articles& articles = config.articles;
  return {keep(articles.keep_for, articles.keep_newest),
          keep(articles.keep_pages_for, articles.keep_pages_newest)};
}

service::ConfiguredKeeping configured_keeping(const Config& config) {
  return {keeping_of(config), config.log.keep_days, config.archive.keep};
}

service::LookOptions look_options(const Config& config) {
  return {client_options(config),
          fetcher_options(config),
          browser_options(config),
          visit_options(config, "check"),
          {}};
}

Result<service::PlanningOptions> planning_options(const Config& config) {
  schedule::PolicyOptions options;
  options.tick = config.schedule.tick;
  options.training = std::chrono::days(config.schedule.training_days);
  const std::string name = config.schedule.policy;
  TRY(schedule::make_policy(name, options));
  return service::PlanningOptions{
      planners_options(config), [name, options](const model::Aim& aim) mutable {
        options.objective = aim.objective;
        auto own = schedule::make_policy(aim.policy, options);
        if (own.ok()) return *std::move(own);
        return schedule::make_policy(name, options).value();
      }};
}

std::vector<std::string> thesauri_of(const Config& config) {
  if (!config.text.thesauri.empty()) return config.text.thesauri;
  std::error_code error;
  if (!std::filesystem::exists(kInstalledThesaurus, error)) return {};
  return {kInstalledThesaurus};
}

std::string web_address(const Config& config, std::uint16_t port) {
  if (!config.web.enabled || port == 0) return {};
  std::string host = config.web.address;
  // All addresses of the machine: nobody connects to that one. Another name than this
  // one is not served unless it is that of web.public_url.
  if (host == "0.0.0.0" || host == "::") host = "localhost";
  if (host.find(':') != host.npos) host = fmt::format("[{}]", host);
  return fmt::format("http://{}:{}", host, port);
}

std::string personal_base_url(const Config& config, std::uint16_t port) {
  return config.web.public_url.empty() ? web_address(config, port)
                                       : config.web.public_url;
}

}  // namespace curlew::apps
