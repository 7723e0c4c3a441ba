// The fetcher over real sockets: the curl client, and servers on loopback that note
// when each request arrives.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "http/server.h"

namespace curlew::fetch {
namespace {

using enum model::FetchOutcome;
using ArrivalTime = std::chrono::steady_clock::time_point;
using testing::ElementsAre;
using testing::HasSubstr;

struct Arrival {
  ArrivalTime at;
  http::ServerRequest request;
};

// Answers every host name at one port, and remembers.
class LoopbackSite {
 public:
  using Answer = std::function<http::ServerResponse(const http::ServerRequest&)>;
  explicit LoopbackSite(Answer answer) : answer_(std::move(answer)) {
    server_ = http::start_server({}, [this](const http::ServerRequest& request,
                                            http::Responder respond) {
                const std::lock_guard lock(mutex_);
                arrivals_.push_back({std::chrono::steady_clock::now(), request});
                respond(answer_(request));
              }).value();
  }

  std::string url(std::string_view host, std::string_view path) const {
    return fmt::format("http://{}:{}{}", host, server_->port(), path);
  }
  std::vector<Arrival> arrivals() {
    const std::lock_guard lock(mutex_);
    return arrivals_;
  }

 private:
  Answer answer_;
  std::mutex mutex_;
  std::vector<Arrival> arrivals_;
  std::unique_ptr<http::Server> server_;
};

// Every name but those of the guard's tests is on this machine.
http::ClientOptions on_loopback() {
  http::ClientOptions options;
  options.guard =
      http::AddressGuard({http::parse_address_range("127.0.0.0/8").value()});
  options.user_agent = "curlew-test/1 (+https://curlew.example/)";
  options.lookup = [](const std::string& name) -> Result<std::vector<http::IpAddress>> {
    const bool is_inside = name == "metadata.example";
    return std::vector{
        *http::parse_ip_address(is_inside ? "169.254.169.254" : "127.0.0.1")};
  };
  return options;
}

class FetcherOverLoopback : public testing::Test {
 protected:
  void use(FetcherOptions options) {
    fetcher_ = make_fetcher(std::move(options), *client_, clock_);
  }
  void SetUp() override { use({.politeness = {.host_delay = Milliseconds(0)}}); }
  void ask(FetchRequest request) {
    fetcher_->fetch(std::move(request), [this](FetchResult result) {
      results_.push_back(std::move(result));
    });
  }
  void run() {
    while (fetcher_->pending() > 0) fetcher_->poll(Milliseconds(1'000));
  }
  FetchResult get(FetchRequest request) {
    ask(std::move(request));
    run();
    return results_.back();
  }

  SystemClock clock_;
  std::unique_ptr<http::Client> client_ = http::make_curl_client(on_loopback(), clock_);
  std::unique_ptr<Fetcher> fetcher_;
  std::vector<FetchResult> results_;
};

TEST_F(FetcherOverLoopback, AsksConditionallyAndSendsNothingOfItsOwn) {
  LoopbackSite site([](const http::ServerRequest& request) -> http::ServerResponse {
    if (request.path == "/robots.txt") return {.status = 404};
    const bool known = http::find_header(request.headers, "if-none-match") == "W/\"1\"";
    if (known) return {.status = 304};
    return {.headers = {{"ETag", "W/\"1\""}, {"Set-Cookie", "track=1"}}, .body = "hi"};
  });
  const std::string url = site.url("a.example", "/feed");
  const FetchResult first = get({.url = url, .accept = "text/xml"});
  EXPECT_EQ(first.outcome, kFetched);
  EXPECT_EQ(first.body, "hi");
  const FetchResult second = get({.url = url, .validators = first.validators});
  EXPECT_EQ(second.outcome, kNotModified);
  for (const Arrival& arrival : site.arrivals()) {
    EXPECT_FALSE(http::find_header(arrival.request.headers, "cookie"));
    EXPECT_FALSE(http::find_header(arrival.request.headers, "referer"));
    EXPECT_THAT(*http::find_header(arrival.request.headers, "user-agent"),
                HasSubstr("curlew"));
  }
}

TEST_F(FetcherOverLoopback, RequestsArriveSpacedByTheirDelay) {
  const Milliseconds delay(40);
  // Counted from start to start: the difference is how late the server may see one.
  const Milliseconds address_delay(200);
  use({.politeness = {.host_delay = delay, .address_delay = address_delay}});
  LoopbackSite site([](const http::ServerRequest&) { return http::ServerResponse{}; });
  // Three names, one address: known once each has answered.
  const std::vector<std::string> names{"a.example", "b.example", "c.example"};
  for (const std::string& name : names) get({.url = site.url(name, "/first")});
  const std::size_t before = site.arrivals().size();
  for (int i = 0; i < 12; ++i) {
    ask({.url = site.url(names[i % 3], fmt::format("/{}", i))});
  }
  run();
  const std::vector<Arrival> arrivals = site.arrivals();
  ASSERT_EQ(arrivals.size(), before + 12);
  for (std::size_t i = before + 1; i < arrivals.size(); ++i) {
    EXPECT_GE(arrivals[i].at - arrivals[i - 1].at, delay) << i;
  }
}

TEST_F(FetcherOverLoopback, RobotsTxtIsReadAndObeyed) {
  LoopbackSite site([](const http::ServerRequest& request) -> http::ServerResponse {
    if (request.path != "/robots.txt") return {.body = "page"};
    return {.body = "User-agent: *\nDisallow: /private\n"};
  });
  EXPECT_EQ(get({.url = site.url("a.example", "/open")}).outcome, kFetched);
  EXPECT_EQ(get({.url = site.url("a.example", "/private/x")}).outcome, kRobotsDenied);
  EXPECT_EQ(site.arrivals().size(), 2u);
}

TEST_F(FetcherOverLoopback, ARobotsTxtBeyondEveryLimitStillBeginsWithRules) {
  LoopbackSite site([](const http::ServerRequest& request) -> http::ServerResponse {
    if (request.path != "/robots.txt") return {.body = "page"};
    return {.body =
                "User-agent: *\nDisallow: /private\n" + std::string(4'000'000, '#')};
  });
  EXPECT_EQ(get({.url = site.url("a.example", "/private/x")}).outcome, kRobotsDenied);
  EXPECT_EQ(get({.url = site.url("a.example", "/open")}).outcome, kFetched);
}

TEST_F(FetcherOverLoopback, ARedirectIntoTheInsideIsRefused) {
  LoopbackSite site([](const http::ServerRequest& request) -> http::ServerResponse {
    if (request.path == "/robots.txt") return {.status = 404};
    return {.status = 302, .headers = {{"Location", "http://metadata.example/latest"}}};
  });
  const FetchResult result = get({.url = site.url("a.example", "/")});
  EXPECT_EQ(result.outcome, kRefused);
  EXPECT_THAT(result.error, HasSubstr("169.254.169.254"));
}

TEST_F(FetcherOverLoopback, ADeadHostIsUnreachableNotForbidden) {
  std::string url;
  {
    LoopbackSite site(
        [](const http::ServerRequest&) { return http::ServerResponse{}; });
    url = site.url("a.example", "/");
  }
  const FetchResult result = get({.url = url});
  EXPECT_EQ(result.outcome, kUnreachable);
  EXPECT_THAT(result.error, HasSubstr("robots.txt"));
}

TEST_F(FetcherOverLoopback, WaitsNoLongerThanItIsTold) {
  LoopbackSite site([](const http::ServerRequest&) { return http::ServerResponse{}; });
  use({.politeness = {.host_delay = Milliseconds(60'000)}});
  ask({.url = site.url("a.example", "/")});
  const auto start = clock_.steady();
  while (site.arrivals().empty()) fetcher_->poll(Milliseconds(10));
  fetcher_->poll(Milliseconds(20));
  EXPECT_LT(clock_.steady() - start, Milliseconds(5'000));
  EXPECT_EQ(fetcher_->pending(), 1u);
}

}  // namespace
}  // namespace curlew::fetch
