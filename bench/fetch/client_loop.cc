#include <memory>

#include "base/clock.h"
#include "fetch/load.h"
#include "http/client.h"

namespace curlew::bench {
namespace {

class Requests {
 public:
  Requests(const Load& load, http::Client& client) : load_(load), client_(client) {}

  Outcome run() {
    for (std::size_t i = 0; i < load_.concurrency; ++i) start_next();
    while (client_.in_flight() > 0) client_.poll(Milliseconds(1000));
    return outcome_;
  }

 private:
  void start_next() {
    if (started_ == load_.requests) return;
    http::Request request;
    request.url = url_of(load_, started_++);
    request.keep_connection = load_.keep_connections;
    client_.start(std::move(request), [this](http::Response response) {
      ++(response.status == 200 && !response.body.empty() ? outcome_.good
                                                          : outcome_.bad);
      outcome_.body_bytes += response.body.size();
      start_next();
    });
  }

  const Load& load_;
  http::Client& client_;
  std::size_t started_ = 0;
  Outcome outcome_;
};

}  // namespace

Outcome run_client(const Load& load) {
  SystemClock clock;
  http::ClientOptions options;
  options.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
  options.user_agent = "curlew/1";
  options.max_connections = load.concurrency;
  const auto client = make_curl_client(std::move(options), clock);
  return Requests(load, *client).run();
}

}  // namespace curlew::bench
