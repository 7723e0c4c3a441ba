// Addresses chosen to get past the guard, through the real client.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "http/client.h"
#include "http/client_test.h"
#include "http/loopback_test.h"

namespace curlew::http {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

void answer_ok(RawSocket& socket, const std::atomic<bool>&) {
  socket.read_until("\r\n\r\n");
  socket.send(kOk);
}

std::vector<IpAddress> addresses_in(std::string_view list) {
  std::vector<IpAddress> addresses;
  while (!list.empty()) {
    const auto one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), one.size() + 1));
    addresses.push_back(*parse_ip_address(trimmed(one)));
  }
  return addresses;
}

struct Case {
  std::string url;
  std::vector<IpAddress> addresses;  // Of whatever name it holds.
};

std::vector<Case> hostile_cases(std::uint16_t port) {
  std::ifstream file(CURLEW_TESTDATA "/hostile_urls.txt");
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (const auto at = line.find("{port}"); at != line.npos) {
      line.replace(at, 6, std::to_string(port));
    }
    const auto arrow = line.find(" -> ");
    Case one{line.substr(0, arrow), {}};
    if (arrow != line.npos) one.addresses = addresses_in(line.substr(arrow + 4));
    cases.push_back(std::move(one));
  }
  return cases;
}

TEST(HostileAddresses, AreAllRefusedAndNoneIsConnectedTo) {
  const RawServer inside(answer_ok);
  SystemClock clock;
  const auto cases = hostile_cases(inside.port());
  ASSERT_GE(cases.size(), 100u);
  for (const auto& one : cases) {
    const auto client = make_curl_client(
        {.lookup = [&](const std::string&) { return one.addresses; }}, clock);
    const auto response = get(*client, one.url);
    EXPECT_EQ(response.end, TransferEnd::kRefused) << one.url << "\n" << response.error;
    EXPECT_NE(response.error, "") << one.url;
  }
  EXPECT_EQ(inside.connections(), 0);
}

// The proof that the test above can fail: the same address, opened, is connected to.
TEST(HostileAddresses, ConnectOnceTheOperatorOpensThem) {
  const RawServer inside(answer_ok);
  SystemClock clock;
  const auto client = make_loopback_client(clock);
  for (const auto* host : {"127.0.0.1", "0x7f.1", "2130706433", "0177.0.0.1"}) {
    const auto response = get(*client, "http://" + std::string(host) + ":" +
                                           std::to_string(inside.port()) + "/");
    EXPECT_EQ(response.body, "ok") << host << response.error;
  }
  EXPECT_EQ(inside.connections(), 4);
}

// A name that is public when it is checked and inside when it is used: there is no
// check apart from the use, so the second answer is judged like the first.
TEST(HostileAddresses, DoNotPassByRebindingAName) {
  const RawServer inside(answer_ok);
  ManualClock clock;
  std::atomic<int> lookups = 0;
  const auto client = make_curl_client(
      {.guard = AddressGuard({*parse_address_range("127.0.0.2")}),  // As if public.
       .dns_ttl = Milliseconds(0),
       .lookup =
           [&](const std::string&) {
             return addresses_in(lookups++ == 0 ? "127.0.0.2" : "127.0.0.1");
           }},
      clock);
  const auto url = "http://rebind.example:" + std::to_string(inside.port()) + "/";
  EXPECT_EQ(get(*client, url).end, TransferEnd::kUnconnected);
  const auto second = get(*client, url);
  EXPECT_EQ(second.end, TransferEnd::kRefused);
  EXPECT_THAT(second.error, HasSubstr("127.0.0.1 is loopback"));
  EXPECT_EQ(lookups, 2);
  EXPECT_EQ(inside.connections(), 0);
}

TEST(HostileAddresses, AreNotFollowedInARedirect) {
  const RawServer outside([](RawSocket& socket, const auto&) {
    socket.read_until("\r\n\r\n");
    socket.send(
        "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/\r\n"
        "Content-Length: 0\r\n\r\n");
  });
  SystemClock clock;
  const auto client = make_loopback_client(clock);
  const auto response = get(*client, outside.url());
  EXPECT_EQ(response.status, 302);
  const auto location = find_header(response.headers, "Location");
  ASSERT_TRUE(location);
  EXPECT_EQ(get(*client, std::string(*location)).end, TransferEnd::kRefused);
}

TEST(HostileAddresses, AreRefusedAsProxiesAndBehindThem) {
  const RawServer proxy(answer_ok);
  SystemClock clock;
  const auto address = "http://user:secret@127.0.0.1:" + std::to_string(proxy.port());
  const auto strict = make_curl_client({}, clock);
  const auto refused = ask(*strict, {.url = "http://news.example/", .proxy = address});
  EXPECT_EQ(refused.end, TransferEnd::kRefused);
  EXPECT_EQ(refused.error.find("secret"), std::string::npos);
  for (const auto* kind : {"socks5://127.0.0.1:", "https://127.0.0.1:", "127.0.0.1:"}) {
    const auto response = ask(*strict, {.url = "http://news.example/",
                                        .proxy = kind + std::to_string(proxy.port())});
    EXPECT_EQ(response.end, TransferEnd::kRefused) << kind;
  }
  const auto client = make_loopback_client(clock);
  EXPECT_EQ(ask(*client, {.url = "http://10.0.0.1/", .proxy = address}).end,
            TransferEnd::kRefused);
  EXPECT_EQ(proxy.connections(), 0);
}

TEST(Proxy, GetsTheWholeAddressAndItsOwnCredentials) {
  std::mutex mutex;
  std::string seen;
  const RawServer proxy([&](RawSocket& socket, const auto&) {
    const std::lock_guard lock(mutex);
    seen = socket.read_until("\r\n\r\n");
    socket.send(kOk);
  });
  SystemClock clock;
  const auto client = make_loopback_client(clock);
  const auto response = ask(*client, {.url = "http://news.example/feed",
                                      .proxy = "http://user:secret@127.0.0.1:" +
                                               std::to_string(proxy.port())});
  EXPECT_EQ(response.body, "ok") << response.error;
  const std::lock_guard lock(mutex);
  EXPECT_TRUE(seen.starts_with("GET http://news.example/feed HTTP/1.1\r\n")) << seen;
  EXPECT_THAT(seen, HasSubstr("Proxy-Authorization: Basic dXNlcjpzZWNyZXQ="));
}

}  // namespace
}  // namespace curlew::http
