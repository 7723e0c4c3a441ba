#include "service/estimate.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "control/planners.h"
#include "store/terminal_cache.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::service {
namespace {

constexpr std::chrono::days kLogRead{30};
// Of the newest visits; some hundred for each host say all.
constexpr std::size_t kMostVisitsRead = 1'000'000;

// Collects what is to be fetched, host by host.
class PlanBuilder {
 public:
  explicit PlanBuilder(const fetch::Politeness& politeness) : politeness_(politeness) {}

  // Of a robots.txt. A host with several origins gets the longest of their
  // delays.
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

// What terminals were told by robots.txt files. An estimate without it is
// better than none.
void read_crawl_delays(const std::vector<std::string>& caches, PlanBuilder& builder) {
  for (const std::string& path : caches) {
    const auto cache = store::read_terminal_cache(path);
    if (!cache.ok()) continue;
    const auto delays = (*cache)->crawl_delays();
    if (!delays.ok()) continue;
    for (const auto& [origin, delay] : *delays) builder.asks_for(origin, delay);
  }
}

std::size_t owners_of(const schedule::CrawlPlan& plan) {
  std::unordered_set<std::uint32_t> owners;
  for (const schedule::PlannedHost& host : plan.hosts) owners.insert(host.owner);
  return owners.size();
}

// The same hosts so many times, each time with owners of their own.
schedule::CrawlPlan repeated(const schedule::CrawlPlan& plan, std::size_t times) {
  schedule::CrawlPlan many = plan;
  many.hosts.clear();
  for (std::uint32_t i = 0; i < times; ++i) {
    for (schedule::PlannedHost host : plan.hosts) {
      host.owner = static_cast<std::uint32_t>(host.owner + i * plan.hosts.size());
      if (i > 0) host.downloads.seen.clear();  // A kilobyte each; the mean is enough.
      many.hosts.push_back(std::move(host));
    }
  }
  return many;
}

// Of the sources that `is_wanted`.
Result<schedule::CrawlPlan> plan_crawl(
    store::Store& store, const CrawlSettings& settings, Time now, CrawlScope scope,
    const std::function<bool(const store::WatchedSource&)>& is_wanted) {
  PlanBuilder builder(settings.politeness);
  read_crawl_delays(settings.terminal_caches, builder);
  std::unordered_map<std::int64_t, std::size_t> host_of_source;
  TRY_ASSIGN(const auto sources,
             store.sources().list(store::SourceFilter::kAll, now, Milliseconds(0),
                                  schedule::kMostDocuments));
  for (const store::WatchedSource& watched : sources) {
    if (!has_visits(watched.source.kind) || !is_visited(watched.source.state) ||
        !is_wanted(watched)) {
      continue;
    }
    if (const auto host = builder.add(watched.source.url)) {
      host_of_source.emplace(watched.source.id.value, *host);
    }
  }
  if (scope == CrawlScope::kSourcesAndPages) {
    TRY_ASSIGN(const auto pages,
               store.pages().wanted(now, {}, schedule::kMostDocuments));
    for (const store::WantedPage& page : pages) builder.add(page.url);
  }
  TRY_ASSIGN(const auto downloads,
             store.visits().downloads(now - kLogRead, kMostVisitsRead));
  for (const store::DownloadRow& download : downloads) {
    const auto host = host_of_source.find(download.source.value);
    if (host != host_of_source.end()) builder.saw(host->second, download.took);
  }
  return builder.finish(settings.terminals);
}

}  // namespace

Result<schedule::CrawlPlan> plan_next_crawl(store::Store& store,
                                            const CrawlSettings& settings, Time now,
                                            CrawlScope scope) {
  return plan_crawl(store, settings, now, scope,
                    [](const store::WatchedSource&) { return true; });
}

Result<std::optional<CrawlRound>> next_round(store::Store& store,
                                             const CrawlSettings& settings,
                                             Milliseconds round, Time now) {
  // The first one in which something is due.
  Time first_due = kNever;
  TRY(plan_crawl(store, settings, now, CrawlScope::kSources,
                 [&](const store::WatchedSource& watched) {
                   if (watched.source.objective == model::Objective::kCapture) {
                     first_due = std::min(first_due, watched.schedule.next_due);
                   }
                   return false;
                 }));
  if (first_due == kNever) return std::optional<CrawlRound>();
  CrawlRound next{.begins = control::next_round(std::max(now, first_due), round)};
  TRY_ASSIGN(const auto plan, plan_crawl(store, settings, now, CrawlScope::kSources,
                                         [&](const store::WatchedSource& watched) {
                                           return watched.source.objective ==
                                                      model::Objective::kCapture &&
                                                  watched.schedule.next_due <=
                                                      next.begins;
                                         }));
  next.documents = schedule::documents_of(plan);
  if (next.documents == 0) return std::optional<CrawlRound>();
  TRY_ASSIGN(next.estimate, schedule::estimate_crawl(plan, {}));
  return std::optional(next);
}

Result<FitReport> report_fit(const schedule::CrawlPlan& plan, Seconds within,
                             const schedule::EstimateOptions& options) {
  FitReport report{.within = within,
                   .sources = schedule::documents_of(plan),
                   .confidence = options.confidence};
  TRY_ASSIGN(report.fit, schedule::documents_within(plan, within, options));
  if (report.fit.low < report.sources || report.sources == 0) return report;
  schedule::EstimateOptions quick = options;
  quick.replays = 10;  // Many documents average out what few replays leave to chance.
  std::uint64_t asked = report.sources;
  report.like_these = report.fit;
  for (std::size_t times = 2; asked < kMostSourcesCounted; times *= 2) {
    asked = report.sources * times;
    TRY_ASSIGN(report.like_these,
               schedule::documents_within(repeated(plan, times), within, quick));
    if (report.like_these->low < asked) break;
  }
  return report;
}

Result<EstimateReport> report_estimates(const schedule::CrawlPlan& plan,
                                        const schedule::EstimateOptions& options) {
  EstimateReport report;
  TRY_ASSIGN(report.ours, schedule::estimate_crawl(plan, options));
  report.paper = schedule::estimate_by_packing(plan);
  report.hosts = plan.hosts.size();
  report.owners = owners_of(plan);
  report.hosts_seen =
      std::count_if(plan.hosts.begin(), plan.hosts.end(),
                    [](const auto& host) { return host.downloads.count > 0; });
  report.documents = schedule::documents_of(plan);
  report.limit = plan.limits.total;
  report.confidence = options.confidence;
  return report;
}

}  // namespace curlew::service
