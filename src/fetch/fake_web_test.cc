#include "fetch/fake_web_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace curlew::fetch {

http::MemoryAnswer answer(int status, http::Headers headers, std::string body) {
  return {.response = {.status = status,
                       .headers = std::move(headers),
                       .body = std::move(body)},
          .latency = Milliseconds(20)};
}

FakeWeb::FakeWeb(FetcherOptions options) {
  client = make_client(model::Rendering::kNever);
  renderer = make_client(model::Rendering::kAlways);
  fetcher = make_fetcher(std::move(options), *client, clock, renderer.get());
}

std::unique_ptr<http::MemoryClient> FakeWeb::make_client(model::Rendering by) {
  return http::make_memory_client(
      [this, by](const http::Request& request) {
        visits.push_back({clock.steady(), request.url, request, by});
        const auto page = pages_.find(request.url);
        return page == pages_.end() ? answer(404) : page->second(request);
      },
      clock,
      [this](const std::string& name) {
        const auto known = names_.find(name);
        if (known != names_.end()) return known->second;
        return http::MemoryLookup{std::vector{http::memory_address(name)}};
      });
}

void FakeWeb::give(const std::string& url, Page page) { pages_[url] = std::move(page); }

void FakeWeb::give(const std::string& url, int status, http::Headers headers,
                   std::string body) {
  give(url, [=](const http::Request&) { return answer(status, headers, body); });
}

void FakeWeb::put_at(const std::string& host, http::MemoryLookup where) {
  names_.insert_or_assign(host, std::move(where));
}

void FakeWeb::put_at(const std::string& host, std::string_view address) {
  put_at(host, {std::vector{*http::parse_ip_address(address)}});
}

FetchResult FakeWeb::get(const std::string& url) {
  return get(FetchRequest{.url = url});
}

FetchResult FakeWeb::get(FetchRequest request) {
  FetchResult got;
  fetcher->fetch(std::move(request),
                 [&](FetchResult result) { got = std::move(result); });
  run();
  return got;
}

void FakeWeb::ask(const std::string& url, Urgency urgency) {
  fetcher->fetch({.url = url, .urgency = urgency}, [this, url](FetchResult result) {
    results[url].push_back(std::move(result));
  });
}

void FakeWeb::run() {
  fetcher->poll(Milliseconds(0));
  while (fetcher->pending() > 0) {
    SteadyTime next = SteadyTime::max();
    for (const auto& event :
         {client->next_end(), renderer->next_end(), fetcher->next_start()}) {
      if (event) next = std::min(next, *event);
    }
    ASSERT_NE(next, SteadyTime::max())
        << fetcher->pending() << " requests wait for nothing";
    clock.advance(std::max(next - clock.steady(), Milliseconds(0)));
    fetcher->poll(Milliseconds(0));
  }
}

std::vector<std::string> FakeWeb::visited(Which which) const {
  std::vector<std::string> urls;
  for (const Visit& visit : visits) {
    if (which == Which::kAll || !visit.url.ends_with("/robots.txt")) {
      urls.push_back(visit.url);
    }
  }
  return urls;
}

}  // namespace curlew::fetch
