// The estimate's replay has rules of its own that are meant to be the fetcher's. Here
// the real fetcher makes random crawls on a clock that is moved by hand, and the replay
// must end them at the same time.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "fetch/fetcher.h"
#include "http/memory_client.h"
#include "schedule/estimate/replay.h"
#include "url/url.h"

namespace curlew::estimate {
namespace {

struct RandomHost {
  std::string name;
  std::uint32_t owner = 0;
  int documents = 0;
  Milliseconds crawl_delay{0};
  std::vector<Milliseconds> latencies;  // Of its robots.txt, then of its documents.
};

struct RandomCrawl {
  fetch::Politeness politeness;
  std::vector<RandomHost> hosts;
};

RandomHost make_host(std::size_t number, std::uint32_t owners, Random& random) {
  RandomHost host;
  host.owner = static_cast<std::uint32_t>(random.below(owners));
  host.name = fmt::format("h{}.owner{}.example", number, host.owner);
  host.documents = static_cast<int>(1 + random.below(15));
  if (random.below(3) == 0) {
    host.crawl_delay = Milliseconds(1'000 + random.below(4'000));
  }
  for (int i = 0; i <= host.documents; ++i) {
    host.latencies.emplace_back(1 + random.below(2'000));
  }
  return host;
}

RandomCrawl make_crawl(std::uint64_t seed) {
  Random random(seed);
  RandomCrawl crawl;
  crawl.politeness.host_delay = Milliseconds(random.below(2) * random.below(1'500));
  crawl.politeness.total = random.below(2) ? 200 : 1 + random.below(5);
  crawl.politeness.per_host = 1 + random.below(2);
  crawl.politeness.address_delay = Milliseconds(0);
  crawl.politeness.per_address = 1'000;
  const std::size_t hosts = 1 + random.below(12);
  const auto owners = static_cast<std::uint32_t>(1 + random.below(hosts));
  for (std::size_t i = 0; i < hosts; ++i) {
    crawl.hosts.push_back(make_host(i, owners, random));
  }
  return crawl;
}

// Answers each host's requests with its latencies, one after the other.
class MemoryWeb {
 public:
  explicit MemoryWeb(const RandomCrawl& crawl) {
    for (const RandomHost& host : crawl.hosts) hosts_[host.name] = {&host, 0};
  }
  http::MemoryAnswer answer(const http::Request& request) {
    const auto url = url::parse_url(request.url).value();
    auto& [host, asked] = hosts_.at(std::string(url.host()));
    http::MemoryAnswer answer{.response = {.status = 200, .body = "x"},
                              .latency = host->latencies.at(asked++)};
    if (url.path() == "/robots.txt") {
      answer.response.body = fmt::format("User-agent: *\nCrawl-delay: {}\n",
                                         Seconds(host->crawl_delay).count());
    }
    return answer;
  }

 private:
  std::map<std::string, std::pair<const RandomHost*, std::size_t>> hosts_;
};

Seconds fetch_all(const RandomCrawl& crawl) {
  MemoryWeb web(crawl);
  ManualClock clock;
  const auto client = http::make_memory_client(
      [&web](const http::Request& request) { return web.answer(request); }, clock);
  const auto fetcher =
      fetch::make_fetcher({.politeness = crawl.politeness}, *client, clock);
  for (const RandomHost& host : crawl.hosts) {
    for (int i = 0; i < host.documents; ++i) {
      fetcher->fetch({.url = fmt::format("http://{}/{}", host.name, i)},
                     [](const fetch::FetchResult& result) {
                       EXPECT_EQ(result.status, 200) << result.error;
                     });
    }
  }
  const SteadyTime start = clock.steady();
  while (fetcher->pending() > 0) {
    fetcher->poll(Milliseconds(0));
    const auto end = client->next_end().value_or(SteadyTime::max());
    const auto next = std::min(end, fetcher->next_start().value_or(SteadyTime::max()));
    if (next < SteadyTime::max() && fetcher->pending() > 0) {
      clock.advance(next - clock.steady());
    }
  }
  return clock.steady() - start;
}

Seconds replay_all(const RandomCrawl& crawl) {
  schedule::CrawlPlan plan;
  const fetch::Politeness& politeness = crawl.politeness;
  plan.limits = {politeness.total, politeness.per_host, politeness.host_delay};
  for (const RandomHost& host : crawl.hosts) {
    plan.hosts.push_back({.documents = static_cast<std::uint64_t>(host.documents),
                          .delay = std::max(politeness.host_delay, host.crawl_delay),
                          .owner = host.owner});
  }
  std::vector<std::size_t> asked(crawl.hosts.size());
  return schedule::replay_crawl(
             plan,
             [&](std::size_t number) -> Seconds {
               return crawl.hosts[number].latencies.at(asked[number]++);
             })
      .time;
}

TEST(Replay, EndsACrawlWhenTheFetcherDoes) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomCrawl crawl = make_crawl(seed);
    EXPECT_NEAR(replay_all(crawl).count(), fetch_all(crawl).count(), 0.0005)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace curlew::estimate
