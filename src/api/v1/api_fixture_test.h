// The whole site in memory, with users who call it: for tests of the JSON API.

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "api/status_site.h"
#include "base/clock.h"
#include "http/router.h"
#include "model/sealed_settings_test.h"
#include "service/access_keys.h"
#include "service/users.h"
#include "store/store_fixture.h"

namespace curlew::api {

// A request; what is empty is not sent.
struct TestRequest {
  std::string method = "GET";
  // Below /api/v1, unless it begins with two slashes.
  std::string path;
  // JSON.
  std::string body = {};
  // "Authorization: Bearer".
  std::string token = {};
  // What the session's cookie holds; Origin and X-Curlew-Request are sent with it.
  std::string session = {};
  std::string host = "localhost:8400";
  http::Headers headers = {};
  std::string address = "127.0.0.1";
};

class ApiTest : public store::StoreTest {
 protected:
  static constexpr std::string_view kPassword = "correct horse";

  // Called by the first request; a test may change the options before.
  const http::Router& site() {
    if (!site_) site_ = make_status_site(options_, clock_);
    return *site_;
  }

  model::User add_user(std::string_view name, model::Role role,
                       std::string_view password = "") {
    service::UserEdit edit{.role = role};
    if (!password.empty()) edit.password = password;
    return store::must(
        service::add_user(*store_, name, edit, model::kTestKey, clock_.now()));
  }
  // A token of one who may as much.
  std::string token_of(const model::User& user) {
    return store::must(service::add_token(*store_, user, "test",
                                          service::most_of(user.role), clock_.now()))
        .secret;
  }

  http::ServerResponse ask(const TestRequest& asked) {
    http::ServerRequest request;
    request.method = asked.method;
    const bool is_elsewhere = asked.path.starts_with("//");
    const std::string target =
        is_elsewhere ? asked.path.substr(1) : "/api/v1" + asked.path;
    const std::size_t question = std::min(target.find('?'), target.size());
    request.path = target.substr(0, question);
    request.query = target.substr(std::min(question + 1, target.size()));
    request.target = target;
    request.remote_address = asked.address;
    request.body = asked.body;
    request.headers = asked.headers;
    request.headers.emplace_back("Host", asked.host);
    if (!asked.body.empty()) {
      request.headers.emplace_back("Content-Type", "application/json");
    }
    if (!asked.token.empty()) {
      request.headers.emplace_back("Authorization", "Bearer " + asked.token);
    }
    if (!asked.session.empty()) {
      request.headers.emplace_back("Cookie", "curlew_session=" + asked.session);
    }
    if (!asked.session.empty() && asked.headers.empty()) {
      request.headers.emplace_back("Origin", "http://" + asked.host);
      request.headers.emplace_back("X-Curlew-Request", "1");
    }
    const auto sink = std::make_shared<Sink>();
    auto answer = sink->answered.get_future();
    site()(request, http::Responder(sink));
    return answer.get();
  }

  // Of an answer that must have this status.
  boost::json::value json_of(const TestRequest& asked, int status = 200) {
    const http::ServerResponse response = ask(asked);
    EXPECT_EQ(response.status, status)
        << asked.method << " " << asked.path << ": " << response.body;
    return response.body.empty() ? boost::json::value()
                                 : boost::json::parse(response.body);
  }

  ManualClock clock_{store::kNow};
  StatusSiteOptions options_ = own_options();

 private:
  struct Sink final : http::Responder::Sink {
    void answer(http::ServerResponse response) override {
      answered.set_value(std::move(response));
    }
    std::promise<http::ServerResponse> answered;
  };

  StatusSiteOptions own_options() {
    StatusSiteOptions options;
    options.open_store = [this] {
      return store::open_sqlite_store(path_, store::OpenMode::kReadOnly);
    };
    options.open_to_write = [this] {
      return store::open_sqlite_store(path_, store::OpenMode::kReadWrite);
    };
    options.personal.key = model::kTestKey;
    options.access.version = "test";
    return options;
  }

  // Last: it uses the above.
  std::shared_ptr<const http::Router> site_;
};

}  // namespace curlew::api
