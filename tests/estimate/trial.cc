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
#include "schedule/estimate/replay.h"

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

Latency latency_of(const HostSpec& host, Phase phase) {
  Latency latency = host.latency;
  if (phase == Phase::kLearning) latency.mean *= host.before;
  return latency;
}

int documents_of(const HostSpec& host, Phase phase) {
  return phase == Phase::kLearning ? host.learned : host.documents;
}

// A fetcher of its own: nothing is known of any robots.txt.
Crawled crawl_for_real(const CrawlSpec& crawl, Phase phase, std::uint64_t seed) {
  LoopbackWeb web(seed);
  for (const HostSpec& host : crawl.hosts) {
    web.add_host(host.name, latency_of(host, phase), host.crawl_delay);
  }
  const SystemClock clock;
  const auto client = http::make_curl_client(on_loopback(), clock);
  const auto fetcher =
      fetch::make_fetcher({.politeness = crawl.politeness}, *client, clock);
  Crawled crawled;
  crawled.took.resize(crawl.hosts.size());
  const auto start = Stopwatch::now();
  for (std::size_t i = 0; i < crawl.hosts.size(); ++i) {
    const HostSpec& host = crawl.hosts[i];
    for (int document = 0; document < documents_of(host, phase); ++document) {
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

// What is known of the hosts' download times is still to be filled in.
schedule::CrawlPlan plan_of(const CrawlSpec& crawl, Phase phase) {
  schedule::CrawlPlan plan;
  const fetch::Politeness& politeness = crawl.politeness;
  plan.limits = {politeness.total, politeness.per_host, politeness.host_delay};
  plan.robots = politeness.obey_robots ? schedule::RobotsTxt::kAskedFor
                                       : schedule::RobotsTxt::kKnown;
  std::map<std::string, std::uint32_t> owners;
  for (const HostSpec& host : crawl.hosts) {
    const auto number = static_cast<std::uint32_t>(owners.size());
    plan.hosts.push_back(
        {.documents = static_cast<std::uint64_t>(documents_of(host, phase)),
         .delay = std::max(politeness.host_delay, host.crawl_delay),
         .owner = owners.try_emplace(owner_of(host.name), number).first->second});
  }
  return plan;
}

Crawled crawl_in_replay(const CrawlSpec& crawl, Phase phase, std::uint64_t seed) {
  Crawled crawled;
  crawled.took.resize(crawl.hosts.size());
  Random random(seed);
  std::vector<int> asked(crawl.hosts.size());
  const auto answer = [&](std::size_t i) {
    const int number = asked[i]++;
    const Seconds took = draw(latency_of(crawl.hosts[i], phase), number, random);
    const bool is_robots = number == 0 && crawl.politeness.obey_robots;
    if (!is_robots) crawled.took[i].push_back(took);
    return took;
  };
  crawled.time = schedule::replay_crawl(plan_of(crawl, phase), answer).time;
  return crawled;
}

Crawled make_crawl(const CrawlSpec& crawl, Phase phase, std::uint64_t seed,
                   Maker maker) {
  return maker == Maker::kFetcher ? crawl_for_real(crawl, phase, seed)
                                  : crawl_in_replay(crawl, phase, seed);
}

}  // namespace

double Trial::width() const {
  return std::max(ours.high / ours.time - 1, 1 - ours.low / ours.time);
}

Trial run_trial(const CrawlSpec& crawl, std::uint64_t seed, Maker maker) {
  const Crawled learned = make_crawl(crawl, Phase::kLearning, 2 * seed, maker);
  schedule::CrawlPlan plan = plan_of(crawl, Phase::kMaking);
  for (std::size_t i = 0; i < plan.hosts.size(); ++i) {
    plan.hosts[i].downloads = schedule::summarise(learned.took[i]);
  }
  Trial trial{.name = crawl.name,
              .hosts = plan.hosts.size(),
              .documents = schedule::documents_of(plan),
              .total = plan.limits.total};
  trial.ours = schedule::estimate_crawl(plan, {.seed = seed}).value();
  trial.paper = schedule::estimate_by_packing(plan);
  trial.truth = make_crawl(crawl, Phase::kMaking, 2 * seed + 1, maker).time;
  return trial;
}

}  // namespace curlew::estimate
