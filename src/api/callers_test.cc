// Who is on this machine, who is let in by what a browser sends by itself, and a crowd
// that comes at once.

#include "api/callers.h"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "api/v1/api_fixture_test.h"

namespace curlew::api {
namespace {

using model::Role;
using testing::HasSubstr;
using testing::Not;

class ApiCallers : public ApiTest {
 protected:
  ApiCallers() {
    options_.operation.metrics = [] { return std::string("up 1\n"); };
  }
  int status_of(const std::string& address, const http::Headers& headers = {},
                const std::string& host = "localhost:8400") {
    return ask({.path = "//metrics",
                .host = host,
                .headers = headers,
                .address = address})
        .status;
  }
};

// The Host is what a client says: whoever reaches the port of a server that listens on
// all addresses can say "localhost".
TEST_F(ApiCallers, OnThisMachineAreThoseWhoComeFromIt) {
  EXPECT_EQ(status_of("127.0.0.1"), 200);
  EXPECT_EQ(status_of("127.8.9.1"), 200);
  EXPECT_EQ(status_of("::1", {}, "[::1]:8400"), 200);
  for (const char* address : {"203.0.113.7", "10.0.0.1", "192.168.1.2", "fe80::1",
                              "::ffff:203.0.113.7", ""}) {
    EXPECT_EQ(status_of(address), 401) << address;
  }
}

// A proxy on this machine passes others' requests on from it.
TEST_F(ApiCallers, OnThisMachineIsNobodyWhomAProxySpeaksFor) {
  for (const char* name :
       {"X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-Real-IP"}) {
    EXPECT_EQ(status_of("127.0.0.1", {{name, "203.0.113.7"}}), 401) << name;
    EXPECT_EQ(status_of("127.0.0.1", {{name, "127.0.0.1"}}), 401) << name;
  }
}

TEST_F(ApiCallers, OnlyWhoIsOnThisMachineIsSomebodyWithoutALogIn) {
  add_user("eleni", Role::kAdmin);
  options_.access.open_as = "eleni";
  EXPECT_EQ(ask({.path = "/me"}).status, 200);
  EXPECT_EQ(ask({.path = "/me", .address = "203.0.113.7"}).status, 401);
  EXPECT_EQ(
      ask({.path = "/me", .headers = {{"X-Forwarded-For", "203.0.113.7"}}}).status,
      401);
}

// A page and its pictures, or a newsreader with all its feeds: many requests of one who
// was not remembered, and of many, at once.
TEST_F(ApiCallers, ThatComeAtOnceAreAllToldWhoTheyAre) {
  std::promise<void> go;
  const auto wait = go.get_future().share();
  std::atomic<int> looks = 0;
  const auto open = options_.open_store;
  const auto open_late = [&looks, wait, open] {
    ++looks;
    wait.wait();
    return open();
  };
  const model::User bob = add_user("bob", Role::kUser);
  const std::string token = token_of(bob);
  Callers callers({.open_store = open_late}, clock_);
  std::atomic<int> told = 0, known = 0;
  const auto come = [&](const std::string& shown) {
    auto call = std::make_shared<http::Call>();
    call->request.path = "/api/v1/me";
    call->request.headers = {{"Host", "localhost"},
                             {"Authorization", "Bearer " + shown}};
    callers.identify(call, [&](const http::Caller& caller) {
      if (!caller.trouble) ++told;
      if (caller.user == "bob") ++known;
    });
  };
  // As many of him as there are, and as many others as fit.
  for (int i = 0; i < 10'000; ++i) come(token);
  for (int i = 0; i < 2'000; ++i) come("nobody's " + std::to_string(i));
  go.set_value();
  for (int i = 0; i < 3'000 && told < 12'000; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(told, 12'000);
  EXPECT_EQ(known, 10'000);
}

// What is wrong with us, with its paths and its SQL, is nobody else's business.
TEST_F(ApiCallers, AreNotToldWhatIsWrongWithUsUnlessTheyAreOnThisMachine) {
  const std::string token = token_of(add_user("bob", Role::kUser));
  options_.open_store = [] {
    return Result<std::unique_ptr<store::Store>>(
        Error{ErrorKind::kFailed, "/var/lib/curlew/central.db: disk I/O error"});
  };
  options_.operation.readiness = [] {
    return std::vector<ReadyCheck>{{"store", "/var/lib/curlew/central.db is locked"}};
  };
  for (const char* path : {"/openapi.json", "/me", "//healthz", "//readyz"}) {
    const auto answer = ask({.path = path, .token = token, .address = "203.0.113.7"});
    EXPECT_EQ(answer.status, 503) << path;
    EXPECT_THAT(answer.body, Not(HasSubstr("central.db"))) << path;
  }
  EXPECT_THAT(ask({.path = "//healthz"}).body, HasSubstr("disk I/O error"));
  EXPECT_THAT(ask({.path = "//readyz"}).body, HasSubstr("is locked"));
  EXPECT_THAT(ask({.path = "//sources/1/feed.atom"}).body, HasSubstr("disk I/O error"));
}

}  // namespace
}  // namespace curlew::api
