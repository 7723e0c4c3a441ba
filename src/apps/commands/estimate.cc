#include "apps/commands/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/commands/estimate_report.h"
#include "apps/config/units.h"
#include "store/terminal_cache.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::apps {
namespace {

constexpr std::chrono::days kLogRead{30};
// Of the newest visits; some hundred for each host say all.
constexpr std::size_t kMostVisitsRead = 1'000'000;

// Collects what is to be fetched, host by host.
class PlanBuilder {
 public:
  explicit PlanBuilder(const fetch::Politeness& politeness) : politeness_(politeness) {}

  // Of a robots.txt. A host with several origins gets the longest of their delays.
  void asks_for(std::string_view origin, Milliseconds delay) {
    const auto url = url::parse_url(origin);
    if (!url.ok()) return;
    Milliseconds& longest = asked_[std::string(url->host())];
    longest = std::max(longest, delay);
  }

  // nullopt when the address is none that is fetched.
  std::optional<std::size_t> add(std::string_view address) {
    const auto url = url::parse_url(address);
    if (!url.ok() || !url->is_http()) return std::nullopt;
    const std::string host(url->host());
    const auto [known, is_new] = hosts_.try_emplace(host, plan_.hosts.size());
    if (is_new) {
      times_.emplace_back();
      plan_.hosts.push_back({.delay = delay_of(host), .owner = owner_of(host)});
    }
    ++plan_.hosts[known->second].documents;
    return known->second;
  }

  void saw(std::size_t host, Milliseconds took) {
    if (times_[host].size() < schedule::kTimesKept) times_[host].emplace_back(took);
  }

  schedule::CrawlPlan finish(std::size_t terminals) {
    for (std::size_t i = 0; i < times_.size(); ++i) {
      plan_.hosts[i].downloads = schedule::summarise(times_[i]);
    }
    plan_.limits = {.total = politeness_.total * terminals,
                    .per_owner = politeness_.per_host,
                    .owner_delay = politeness_.host_delay};
    plan_.robots = politeness_.obey_robots ? schedule::RobotsTxt::kAskedFor
                                           : schedule::RobotsTxt::kKnown;
    return std::move(plan_);
  }

 private:
  // As the fetcher's: what the robots.txt asks for, within bounds.
  Milliseconds delay_of(const std::string& host) const {
    const auto asked = asked_.find(host);
    if (asked == asked_.end() || !politeness_.obey_robots) {
      return politeness_.host_delay;
    }
    return std::max(politeness_.host_delay,
                    std::min(asked->second, politeness_.max_crawl_delay));
  }

  std::uint32_t owner_of(const std::string& host) {
    const std::string name =
        politeness_.group_by_domain ? url::registrable_domain(host) : host;
    return owners_.try_emplace(name, static_cast<std::uint32_t>(owners_.size()))
        .first->second;
  }

  const fetch::Politeness politeness_;
  schedule::CrawlPlan plan_;
  std::unordered_map<std::string, std::size_t> hosts_;
  std::unordered_map<std::string, std::uint32_t> owners_;
  std::unordered_map<std::string, Milliseconds> asked_;  // By robots.txt files.
  std::vector<std::vector<Seconds>> times_;              // By host, the newest first.
};

// What terminals were told by robots.txt files. An estimate without it is better than
// none.
void read_crawl_delays(const Config& config, PlanBuilder& builder) {
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    const auto cache = store::read_terminal_cache(
        fmt::format("{}/terminal-{}.db", config.data.dir, i));
    if (!cache.ok()) continue;
    const auto delays = (*cache)->crawl_delays();
    if (!delays.ok()) continue;
    for (const auto& [origin, delay] : *delays) builder.asks_for(origin, delay);
  }
}

}  // namespace

Result<schedule::CrawlPlan> plan_next_crawl(store::CentralStore& store,
                                            const Config& config, Time now,
                                            CrawlScope scope) {
  PlanBuilder builder(config.fetch.politeness);
  read_crawl_delays(config, builder);
  std::unordered_map<std::int64_t, std::size_t> host_of_source;
  TRY_ASSIGN(const auto sources,
             store.list_sources(store::SourceFilter::kAll, now, late_after(config),
                                schedule::kMostDocuments));
  for (const auto& [source, schedule] : sources) {
    if (!is_visited(source.state)) continue;
    if (const auto host = builder.add(source.url)) {
      host_of_source.emplace(source.id.value, *host);
    }
  }
  if (scope == CrawlScope::kSourcesAndPages) {
    TRY_ASSIGN(const auto pages, store.wanted_pages(now, {}, schedule::kMostDocuments));
    for (const store::WantedPage& page : pages) builder.add(page.url);
  }
  TRY_ASSIGN(const auto downloads,
             store.recent_downloads(now - kLogRead, kMostVisitsRead));
  for (const store::DownloadRow& download : downloads) {
    const auto host = host_of_source.find(download.source.value);
    if (host != host_of_source.end()) builder.saw(host->second, download.took);
  }
  return builder.finish(config.terminals.count);
}

namespace {

Result<void> estimate_within(const Context& context, store::CentralStore& store,
                             const EstimateCommandOptions& options) {
  const auto within = parse_duration(options.within);
  if (!within || within->count() <= 0) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--within {}: a duration is expected, such as 1h", options.within)};
  }
  TRY_ASSIGN(auto plan, plan_next_crawl(store, context.config, context.clock.now(),
                                        CrawlScope::kSources));
  if (options.threads > 0) plan.limits.total = options.threads;
  TRY_ASSIGN(const FitReport report, report_fit(plan, *within, {.seed = options.seed}));
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", to_json(report));
  } else {
    print_report(report, context.screen);
  }
  return {};
}

}  // namespace

Result<void> estimate_next_crawl(const Context& context,
                                 const EstimateCommandOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  if (!options.within.empty()) return estimate_within(context, *store, options);
  TRY_ASSIGN(auto plan, plan_next_crawl(*store, context.config, context.clock.now()));
  if (options.threads > 0) plan.limits.total = options.threads;
  TRY_ASSIGN(const EstimateReport report,
             report_estimates(plan, {.seed = options.seed}));
  const Screen& screen = context.screen;
  if (options.json) {
    fmt::print(screen.out, "{}\n", to_json(report));
  } else if (report.documents == 0) {
    fmt::print(screen.out, "nothing to crawl\n");
  } else {
    fmt::print(screen.out,
               "{} documents on {} hosts of {} owners, {} of them visited before\n",
               report.documents, report.hosts, report.owners, report.hosts_seen);
    print_report(report, screen);
  }
  return {};
}

}  // namespace curlew::apps
