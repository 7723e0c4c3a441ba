#include "apps/commands/estimate.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/commands/estimate_report.h"
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

  // nullopt when the address is none that is fetched.
  std::optional<std::size_t> add(std::string_view address) {
    const auto url = url::parse_url(address);
    if (!url.ok() || !url->is_http()) return std::nullopt;
    const std::string host(url->host());
    const auto [known, is_new] = hosts_.try_emplace(host, plan_.hosts.size());
    if (is_new) {
      times_.emplace_back();
      plan_.hosts.push_back({.delay = politeness_.host_delay, .owner = owner_of(host)});
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
  std::vector<std::vector<Seconds>> times_;  // By host, the newest first.
};

bool is_visited(model::SourceState state) {
  return state == model::SourceState::kActive || state == model::SourceState::kFailing;
}

}  // namespace

Result<schedule::CrawlPlan> plan_next_crawl(store::CentralStore& store,
                                            const Config& config, Time now) {
  PlanBuilder builder(config.fetch.politeness);
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
  TRY_ASSIGN(const auto pages, store.wanted_pages(now, {}, schedule::kMostDocuments));
  for (const store::WantedPage& page : pages) builder.add(page.url);
  TRY_ASSIGN(const auto downloads,
             store.recent_downloads(now - kLogRead, kMostVisitsRead));
  for (const store::DownloadRow& download : downloads) {
    const auto host = host_of_source.find(download.source.value);
    if (host != host_of_source.end()) builder.saw(host->second, download.took);
  }
  return builder.finish(config.terminals.count);
}

Result<void> estimate_next_crawl(const Context& context,
                                 const EstimateCommandOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
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
    fmt::print(screen.out, "{} documents on {} hosts, {} of them visited before\n",
               report.documents, report.hosts, report.hosts_seen);
    print_report(report, screen);
  }
  return {};
}

}  // namespace curlew::apps
