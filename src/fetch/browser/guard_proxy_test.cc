// The proxy over real sockets, asked by a raw client as a browser would.

#include "fetch/browser/guard_proxy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/clock.h"
#include "fetch/browser/basic_auth.h"
#include "http/loopback_test.h"

namespace curlew::fetch {
namespace {

using http::RawServer;
using http::RawSocket;
using http::TransferEnd;
using testing::HasSubstr;
using testing::StartsWith;

// Names end on this machine, which only 127.0.0.1 of may be talked to.
GuardProxyOptions on_loopback() {
  GuardProxyOptions options;
  options.guard = http::AddressGuard({*http::parse_address_range("127.0.0.1")});
  options.lookup = [](const std::string& name) -> Result<std::vector<http::IpAddress>> {
    if (name == "nowhere.example") return Error{ErrorKind::kNotFound, "no such name"};
    return std::vector{
        *http::parse_ip_address(name == "inside.example" ? "127.0.0.2" : "127.0.0.1")};
  };
  return options;
}

class GuardProxyTest : public testing::Test {
 protected:
  std::string authorization() const {
    return "Proxy-Authorization: " +
           basic_authorization(page_.user + ":" + page_.password) + "\r\n";
  }
  std::string ask(const std::string& request) {
    auto socket = RawSocket::connect(proxy_->port());
    socket.send(request);
    return socket.read_all();
  }
  std::string get(const std::string& host) {
    return ask("GET http://" + host + "/x HTTP/1.1\r\nHost: " + host + "\r\n" +
               authorization() + "\r\n");
  }
  std::string at(const std::string& host) const {
    return host + ":" + std::to_string(server_.port());
  }

  SystemClock clock_;
  RawServer server_{[](RawSocket& socket, const std::atomic<bool>&) {
    const auto request = socket.read_until("\r\n\r\n");
    socket.send("HTTP/1.1 200 OK\r\n\r\n" + request);
  }};
  std::unique_ptr<GuardProxy> proxy_ = *start_guard_proxy(on_loopback(), clock_);
  ProxyCredentials page_ = proxy_->admit({.bytes = 4096, .connections = 4});
};

TEST_F(GuardProxyTest, APlainRequestReachesItsServerWithoutTheCredentials) {
  const auto answer = get(at("a.example"));
  EXPECT_THAT(answer, HasSubstr("GET /x HTTP/1.1\r\n"));
  EXPECT_THAT(answer, Not(HasSubstr("Proxy-")));
  const auto traffic = proxy_->dismiss(page_.user);
  EXPECT_EQ(traffic.first_address, "127.0.0.1");
  EXPECT_EQ(traffic.received, answer.size());
}

TEST_F(GuardProxyTest, ATunnelCarriesBytesBothWays) {
  auto socket = RawSocket::connect(proxy_->port());
  socket.send("CONNECT " + at("a.example") + " HTTP/1.1\r\n" + authorization() +
              "\r\n");
  EXPECT_THAT(socket.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 200"));
  socket.send("anything\r\n\r\n");
  EXPECT_THAT(socket.read_all(), HasSubstr("anything"));
}

TEST_F(GuardProxyTest, NobodyElseMayUseIt) {
  const auto request = "GET http://" + at("a.example") + "/ HTTP/1.1\r\n";
  EXPECT_THAT(ask(request + "\r\n"), StartsWith("HTTP/1.1 407"));
  EXPECT_THAT(ask(request + "Proxy-Authorization: Basic eDp4\r\n\r\n"),
              StartsWith("HTTP/1.1 407"));
  proxy_->dismiss(page_.user);
  EXPECT_THAT(get(at("a.example")), StartsWith("HTTP/1.1 407"));
  EXPECT_EQ(server_.connections(), 0);
}

TEST_F(GuardProxyTest, ForbiddenAddressesAreNeverConnectedTo) {
  EXPECT_EQ(get(at("127.0.0.2")), "");
  EXPECT_EQ(get(at("inside.example")), "");
  EXPECT_THAT(ask("CONNECT " + at("inside.example") + " HTTP/1.1\r\n" +
                  authorization() + "\r\n"),
              StartsWith("HTTP/1.1 502"));
  EXPECT_EQ(server_.connections(), 0);
  const auto failures = proxy_->traffic(page_.user).failures;
  ASSERT_EQ(failures.size(), 3u);
  for (const auto& failure : failures) {
    EXPECT_EQ(failure.end, TransferEnd::kRefused) << failure.why;
    EXPECT_THAT(failure.why, HasSubstr("loopback"));
  }
}

TEST_F(GuardProxyTest, ANameWithoutAnAddressIsAFailureOfThatHost) {
  EXPECT_EQ(get("nowhere.example"), "");
  const auto failures = proxy_->traffic(page_.user).failures;
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].host, "nowhere.example");
  EXPECT_EQ(failures[0].end, TransferEnd::kUnresolved);
}

TEST_F(GuardProxyTest, APageIsCutOffBeyondItsBytes) {
  RawServer endless([](RawSocket& socket, const std::atomic<bool>& stopping) {
    socket.send("HTTP/1.1 200 OK\r\n\r\n");
    while (!stopping && socket.send(std::string(1024, 'x'))) {
    }
  });
  const auto answer = get("a.example:" + std::to_string(endless.port()));
  EXPECT_LT(answer.size(), 1'000'000u);
  EXPECT_TRUE(proxy_->traffic(page_.user).is_over_budget);
  get(at("a.example"));
  EXPECT_EQ(server_.connections(), 0);
}

TEST_F(GuardProxyTest, ASecondRequestOnAPlainConnectionIsNotPassedOn) {
  auto socket = RawSocket::connect(proxy_->port());
  const auto request =
      "GET http://" + at("a.example") + "/1 HTTP/1.1\r\n" + authorization() + "\r\n";
  socket.send(request + "GET http://127.0.0.2/2 HTTP/1.1\r\n\r\n");
  EXPECT_THAT(socket.read_all(), Not(HasSubstr("/2")));
}

TEST_F(GuardProxyTest, EndsAtOnceWithConnectionsOpen) {
  RawServer silent(
      [](RawSocket& socket, const std::atomic<bool>&) { socket.read_all(); });
  auto socket = RawSocket::connect(proxy_->port());
  socket.send("CONNECT 127.0.0.1:" + std::to_string(silent.port()) + " HTTP/1.1\r\n" +
              authorization() + "\r\n");
  EXPECT_THAT(socket.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 200"));
  proxy_.reset();
  EXPECT_EQ(socket.read_all(), "");
}

}  // namespace
}  // namespace curlew::fetch
