#include <functional>
#include <memory>
#include <utility>

#include "base/clock.h"
#include "fetch/fetcher.h"
#include "fetch/load.h"
#include "http/client.h"

namespace curlew::bench {
namespace {

// Keeps `concurrency` requests under way until all were made.
class ClientRequests {
 public:
  // Begins the request for an address and calls back with its status and body.
  using Done = std::function<void(int status, const std::string& body)>;
  using Begin = std::function<void(std::string url, Done done)>;

  ClientRequests(const Load& load, Begin begin)
      : load_(load), begin_(std::move(begin)) {
    for (std::size_t i = 0; i < load_.concurrency; ++i) start_next();
  }

  bool are_done() const { return outcome_.good + outcome_.bad == load_.requests; }
  const Outcome& outcome() const { return outcome_; }

 private:
  void start_next() {
    if (started_ == load_.requests) return;
    begin_(url_of(load_, started_++), [this](int status, const std::string& body) {
      ++(status == 200 && !body.empty() ? outcome_.good : outcome_.bad);
      outcome_.body_bytes += body.size();
      start_next();
    });
  }

  const Load& load_;
  Begin begin_;
  std::size_t started_ = 0;
  Outcome outcome_;
};

std::unique_ptr<http::Client> make_client(const Load& load, const Clock& clock) {
  http::ClientOptions options;
  options.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
  options.user_agent = "curlew/1";
  options.max_connections = load.concurrency;
  return make_curl_client(std::move(options), clock);
}

}  // namespace

Outcome run_client(const Load& load) {
  const SystemClock clock;
  const auto client = make_client(load, clock);
  ClientRequests requests(load, [&](std::string url, ClientRequests::Done done) {
    http::Request request;
    request.url = std::move(url);
    request.keep_connection = load.keep_connections;
    client->start(std::move(request),
                  [done = std::move(done)](http::Response response) {
                    done(response.status, response.body);
                  });
  });
  while (!requests.are_done()) client->poll(Milliseconds(1000));
  return requests.outcome();
}

Outcome run_fetcher(const Load& load) {
  const SystemClock clock;
  const auto client = make_client(load, clock);
  fetch::FetcherOptions options;
  options.politeness = {.host_delay = Milliseconds(0),
                        .per_host = load.concurrency,
                        .total = load.concurrency,
                        .group_by_domain = false,
                        .address_delay = Milliseconds(0),
                        .per_address = load.concurrency,
                        .obey_robots = false};
  const auto fetcher = make_fetcher(std::move(options), *client, clock);
  ClientRequests requests(load, [&](std::string url, ClientRequests::Done done) {
    fetch::FetchRequest request;
    request.url = std::move(url);
    fetcher->fetch(std::move(request), [done = std::move(done)](fetch::FetchResult r) {
      done(r.status, r.body);
    });
  });
  while (!requests.are_done()) fetcher->poll(Milliseconds(1000));
  return requests.outcome();
}

}  // namespace curlew::bench
