// What politeness costs in CPU a request, above the client below it: every request goes
// through robots, queue, conditions and outcome. libcurl takes 26 to 66 µs for one.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/clock.h"
#include "fetch/fetcher.h"
#include "http/memory_client.h"

namespace curlew::fetch {
namespace {

http::MemoryAnswer answer(const http::Request& request) {
  if (request.url.ends_with("/robots.txt")) return {{.status = 404}};
  return {.response = {.status = 200,
                       .headers = {{"ETag", "\"1\""},
                                   {"Cache-Control", "max-age=60"},
                                   {"Content-Type", "application/rss+xml"}}},
          .latency = Milliseconds(5)};
}

std::vector<std::string> addresses(int hosts, int requests) {
  std::vector<std::string> urls;
  for (int i = 0; i < requests; ++i) {
    urls.push_back(fmt::format("http://host{}.example/feeds/{}.xml", i % hosts, i));
  }
  return urls;
}

void run(Fetcher& fetcher, const http::MemoryClient& client, ManualClock& clock) {
  while (fetcher.pending() > 0) {
    fetcher.poll(Milliseconds(0));
    const auto end = client.next_end().value_or(SteadyTime::max());
    const auto next = std::min(end, fetcher.next_start().value_or(SteadyTime::max()));
    if (next < SteadyTime::max()) clock.advance(next - clock.steady());
  }
}

void BM_Fetcher(benchmark::State& state) {
  const int hosts = state.range(0);
  const int requests = state.range(1);
  const auto urls = addresses(hosts, requests);
  FetcherOptions options;
  options.max_queue_wait = std::chrono::hours(1'000);
  options.robots_ttl = 2 * options.max_queue_wait;
  ManualClock clock;
  const auto client = http::make_memory_client(answer, clock);
  const auto fetcher = make_fetcher(options, *client, clock);
  for (auto _ : state) {
    for (const std::string& url : urls) {
      fetcher->fetch({.url = url, .validators = {.etag = "\"0\""}}, [](FetchResult) {});
    }
    run(*fetcher, *client, clock);
  }
  state.SetItemsProcessed(state.iterations() * requests);
}
BENCHMARK(BM_Fetcher)->Args({1'000, 1'000})->Args({1'000, 50'000})->Args({1, 1'000});

void BM_ClientAlone(benchmark::State& state) {
  const auto urls = addresses(1'000, state.range(0));
  ManualClock clock;
  const auto client = http::make_memory_client(answer, clock);
  for (auto _ : state) {
    for (const std::string& url : urls) {
      client->start({.url = url}, [](http::Response) {});
    }
    clock.advance(Milliseconds(5));
    client->poll(Milliseconds(0));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_ClientAlone)->Arg(1'000);

}  // namespace
}  // namespace curlew::fetch
