#include "api/operation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <utility>

namespace curlew::api {
namespace {

using testing::HasSubstr;

class PromisedAnswer final : public http::Responder::Sink {
 public:
  void answer(http::ServerResponse response) override {
    promise_.set_value(std::move(response));
  }
  http::ServerResponse wait() { return promise_.get_future().get(); }

 private:
  std::promise<http::ServerResponse> promise_;
};

http::ServerResponse ask(const http::Router& router, const std::string& path,
                         const std::string& host = "127.0.0.1") {
  http::ServerRequest request;
  request.method = "GET";
  request.path = path;
  request.headers = {{"Host", host}};
  request.remote_address = "127.0.0.1";
  const auto sink = std::make_shared<PromisedAnswer>();
  router(request, http::Responder(sink));
  return sink->wait();
}

TEST(Operation, IsReadyWhenAllThatItNeedsWorks) {
  std::string disk;
  OperationOptions options;
  options.readiness = [&disk] {
    return std::vector<ReadyCheck>{{"store", ""}, {"disk", disk}};
  };
  const auto site = make_operation_site(std::move(options), "127.0.0.1");
  const auto ready = ask(*site, "/readyz");
  EXPECT_EQ(ready.status, 200);
  EXPECT_EQ(ready.body, "ready\nstore: ok\ndisk: ok\n");
  disk = "12 KiB\nare free";
  const auto full = ask(*site, "/readyz");
  EXPECT_EQ(full.status, 503);
  EXPECT_EQ(full.body, "not ready\nstore: ok\ndisk: 12 KiB are free\n");
}

TEST(Operation, ShowsFiguresInTheFormOfPrometheus) {
  OperationOptions options;
  options.metrics = [] { return std::string("curlew_visits_total 3\n"); };
  const auto site = make_operation_site(std::move(options), "127.0.0.1");
  const auto figures = ask(*site, "/metrics");
  EXPECT_EQ(figures.status, 200);
  EXPECT_EQ(figures.body, "curlew_visits_total 3\n");
  EXPECT_THAT(http::joined_header(figures.headers, "Content-Type"),
              HasSubstr("version=0.0.4"));
  EXPECT_EQ(ask(*site, "/healthz").body, "ok\n");
  EXPECT_EQ(ask(*site, "/").status, 404);
  // A name that was made to lead here (DNS rebinding).
  EXPECT_EQ(ask(*site, "/metrics", "rebound.example").status, 421);
}

}  // namespace
}  // namespace curlew::api
