#include "trial.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "loopback_web.h"

namespace curlew::estimate {
namespace {

using Stopwatch = std::chrono::steady_clock;

enum class Phase { kLearning, kMaking };

struct Crawled {
  Seconds time{0};
  std::vector<std::vector<Seconds>> took;  // By host.
};

http::ClientOptions on_loopback() {
  http::ClientOptions options;
  options.guard =
      http::AddressGuard({http::parse_address_range("127.0.0.0/8").value()});
  options.user_agent = "curlew-test/1 (+https://curlew.example/)";
  options.lookup = [](const std::string&) -> Result<std::vector<http::IpAddress>> {
    return std::vector{*http::parse_ip_address("127.0.0.1")};
  };
  return options;
}

void put_up(LoopbackWeb& web, const CrawlSpec& crawl, Phase phase) {
  for (const HostSpec& host : crawl.hosts) {
    Latency latency = host.latency;
    if (phase == Phase::kLearning) latency.mean *= host.before;
    web.add_host(host.name, latency, host.crawl_delay);
  }
}

// A fetcher of its own: nothing is known of any robots.txt.
Crawled crawl_for_real(const CrawlSpec& crawl, Phase phase, std::uint64_t seed) {
  LoopbackWeb web(seed);
  put_up(web, crawl, phase);
  const SystemClock clock;
  const auto client = http::make_curl_client(on_loopback(), clock);
  const auto fetcher =
      fetch::make_fetcher({.politeness = crawl.politeness}, *client, clock);
  Crawled crawled;
  crawled.took.resize(crawl.hosts.size());
  const auto start = Stopwatch::now();
  for (std::size_t i = 0; i < crawl.hosts.size(); ++i) {
    const HostSpec& host = crawl.hosts[i];
    const int documents = phase == Phase::kLearning ? host.learned : host.documents;
    for (int document = 0; document < documents; ++document) {
      fetcher->fetch({.url = web.url(host.name, document)},
                     [&took = crawled.took[i]](const fetch::FetchResult& result) {
                       CHECK(result.status == 200);
                       took.emplace_back(result.took);
                     });
    }
  }
  while (fetcher->pending() > 0) fetcher->poll(Milliseconds(1'000));
  crawled.time = Stopwatch::now() - start;
  return crawled;
}

// "host3.owner1.example" belongs to "owner1.example".
std::string owner_of(const std::string& name) {
  const std::size_t dots = std::count(name.begin(), name.end(), '.');
  return dots < 2 ? name : name.substr(name.find('.') + 1);
}

schedule::CrawlPlan plan_of(const CrawlSpec& crawl, const Crawled& learned) {
  schedule::CrawlPlan plan;
  const fetch::Politeness& politeness = crawl.politeness;
  plan.limits = {politeness.total, politeness.per_host, politeness.host_delay};
  plan.robots = politeness.obey_robots ? schedule::RobotsTxt::kAskedFor
                                       : schedule::RobotsTxt::kKnown;
  std::map<std::string, std::uint32_t> owners;
  for (std::size_t i = 0; i < crawl.hosts.size(); ++i) {
    const HostSpec& host = crawl.hosts[i];
    const auto number = static_cast<std::uint32_t>(owners.size());
    plan.hosts.push_back(
        {.documents = static_cast<std::uint64_t>(host.documents),
         .delay = std::max(politeness.host_delay, host.crawl_delay),
         .downloads = schedule::summarise(learned.took[i]),
         .owner = owners.try_emplace(owner_of(host.name), number).first->second});
  }
  return plan;
}

}  // namespace

double Trial::width() const {
  return std::max(ours.high / ours.time - 1, 1 - ours.low / ours.time);
}

Trial run_trial(const CrawlSpec& crawl, std::uint64_t seed) {
  const Crawled learned = crawl_for_real(crawl, Phase::kLearning, 2 * seed);
  const schedule::CrawlPlan plan = plan_of(crawl, learned);
  Trial trial{.name = crawl.name,
              .hosts = plan.hosts.size(),
              .documents = schedule::documents_of(plan),
              .total = plan.limits.total};
  trial.ours = schedule::estimate_crawl(plan, {.seed = seed}).value();
  trial.paper = schedule::estimate_by_packing(plan);
  trial.truth = crawl_for_real(crawl, Phase::kMaking, 2 * seed + 1).time;
  return trial;
}

}  // namespace curlew::estimate
