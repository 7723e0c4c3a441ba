#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "http/client.h"
#include "http/client_test.h"
#include "http/loopback_test.h"
#include "http/server.h"

namespace curlew::http {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Says what was asked, so that a test sees each byte that the client sent.
void echo(const ServerRequest& request, Responder respond) {
  std::string text = request.method + " " + request.path;
  for (const auto& [name, value] : request.headers) {
    text += "\n" + name + ": " + value;
  }
  respond({200, {{"X-Kind", "echo"}}, text + "\n\n" + request.body});
}

class CurlClientTest : public ::testing::Test {
 protected:
  std::string url(std::string_view path, std::string_view host = "127.0.0.1") const {
    return "http://" + std::string(host) + ":" + std::to_string(server->port()) +
           std::string(path);
  }
  std::string port() const { return std::to_string(server->port()); }

  SystemClock clock;
  std::unique_ptr<Server> server = std::move(start_server({}, echo)).value();
  std::unique_ptr<Client> client = make_loopback_client(clock);
};

TEST_F(CurlClientTest, AddsOnlyHostUserAgentAndAcceptEncoding) {
  const auto response = get(*client, url("/a"));
  EXPECT_EQ(response.body, "GET /a\nHost: 127.0.0.1:" + port() +
                               "\nUser-Agent: curlew-test/1"
                               "\nAccept-Encoding: deflate, gzip, br, zstd\n\n");
}

TEST_F(CurlClientTest, ReportsStatusHeadersAddressAndSize) {
  const auto response = get(*client, url("/a"));
  EXPECT_EQ(response.end, TransferEnd::kCompleted);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(find_header(response.headers, "x-kind"), "echo");
  EXPECT_EQ(response.remote_address, "127.0.0.1");
  EXPECT_GT(response.wire_bytes, response.body.size());
  EXPECT_EQ(response.error, "");
}

TEST_F(CurlClientTest, SendsMethodsBodiesAndHeadersAsGiven) {
  const auto response = ask(*client, {.method = "POST",
                                      .url = url("/hook"),
                                      .headers = {{"X-Empty", ""}, {"Accept", "a/b"}},
                                      .body = "payload"});
  EXPECT_EQ(response.body,
            "POST /hook\nHost: 127.0.0.1:" + port() +
                "\nUser-Agent: curlew-test/1"
                "\nAccept-Encoding: deflate, gzip, br, zstd"
                "\nX-Empty: \nAccept: a/b\nContent-Length: 7\n\npayload");
  EXPECT_THAT(ask(*client, {.method = "DELETE", .url = url("/x")}).body,
              HasSubstr("DELETE /x"));
  EXPECT_EQ(ask(*client, {.method = "HEAD", .url = url("/x")}).body, "");
}

TEST_F(CurlClientTest, LeavesNothingOfOneRequestToTheNext) {
  const auto plain = get(*client, url("/a")).body;
  ask(*client, {.method = "PUT",
                .url = url("/a"),
                .headers = {{"X-Secret", "1"}},
                .body = "b",
                .basic_credentials = "user:word"});
  EXPECT_EQ(get(*client, url("/a")).body, plain);
  ask(*client, {.method = "HEAD", .url = url("/a"), .headers = {{"X-Secret", "1"}}});
  EXPECT_EQ(get(*client, url("/a")).body, plain);
}

TEST_F(CurlClientTest, IgnoresProxiesOfTheEnvironment) {
  setenv("http_proxy", "http://127.0.0.1:9", 1);
  setenv("all_proxy", "http://127.0.0.1:9", 1);
  EXPECT_EQ(get(*make_loopback_client(clock), url("/")).end, TransferEnd::kCompleted);
  unsetenv("http_proxy");
  unsetenv("all_proxy");
}

TEST_F(CurlClientTest, SendsBasicCredentialsAndNamesThemInNoError) {
  const auto response =
      ask(*client, {.url = url("/"), .basic_credentials = "user:secret"});
  EXPECT_THAT(response.body, HasSubstr("Authorization: Basic dXNlcjpzZWNyZXQ="));
  for (const auto* bad :
       {"http://user:secret@127.0.0.1:1/", "http://user:secret@10.0.0.1/",
        "http://user:secret@/", "user:secret@host",
        "http://user:secret@127.0.0.1:9999999/", "ftp://user:secret@ftp.example/",
        "http://user:secret@no.invalid/"}) {
    const auto failed = get(*client, bad);
    EXPECT_NE(failed.end, TransferEnd::kCompleted) << bad;
    EXPECT_THAT(failed.error, Not(HasSubstr("secret"))) << bad;
    EXPECT_NE(failed.error, "") << bad;
  }
}

TEST_F(CurlClientTest, RefusesHeadersThatWouldSplitTheRequest) {
  for (const auto& header : Headers{{"X-A", "b\r\nX-Evil: c"},
                                    {"X-A\r\nX-Evil", "c"},
                                    {"", "c"},
                                    {"X A", "c"},
                                    {"X-A", std::string("a\0b", 3)}}) {
    const auto response = ask(*client, {.url = url("/"), .headers = {header}});
    EXPECT_EQ(response.end, TransferEnd::kRefused) << header.first;
  }
}

TEST_F(CurlClientTest, RunsManyTransfersAtOnceAndQueuesTheRest) {
  client = make_loopback_client(clock, {.max_connections = 10});
  std::atomic<int> active = 0, most = 0, done = 0;
  const RawServer slow([&](RawSocket& socket, const auto&) {
    socket.read_until("\r\n\r\n");
    if (const int now = ++active; now > most) most = now;
    std::this_thread::sleep_for(Milliseconds(5));
    --active;
    socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  for (int i = 0; i < 100; ++i) {
    client->start({.url = slow.url()}, [&](Response r) { done += r.body == "ok"; });
  }
  EXPECT_EQ(client->in_flight(), 100u);
  while (client->in_flight() > 0) client->poll(Milliseconds(1000));
  EXPECT_EQ(done, 100);
  EXPECT_LE(most, 10);
  EXPECT_GE(most, 5);
}

TEST_F(CurlClientTest, CallsBackFromPollOnlyAndLetsCallbacksStartMore) {
  int ended = 0;
  const Client::Done again = [&](Response) {
    if (++ended < 5) client->start({.url = url("/")}, [&](Response) { ++ended; });
  };
  client->start({.url = url("/")}, again);
  client->start({.url = "ftp://x/"}, again);
  EXPECT_EQ(ended, 0);
  while (client->in_flight() > 0) client->poll(Milliseconds(1000));
  EXPECT_EQ(ended, 4);
}

TEST_F(CurlClientTest, WakesFromAnotherThread) {
  std::thread other([&] {
    std::this_thread::sleep_for(Milliseconds(20));
    client->wake();
  });
  const auto begin = clock.steady();
  client->poll(Milliseconds(10'000));
  EXPECT_LT(clock.steady() - begin, Milliseconds(5'000));
  other.join();
}

TEST_F(CurlClientTest, KeepsAConnectionOnlyWhenAsked) {
  const RawServer keeping([](RawSocket& socket, const auto&) {
    while (!socket.read_until("\r\n\r\n").empty()) {
      socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }
  });
  for (int i = 0; i < 3; ++i) get(*client, keeping.url());
  EXPECT_EQ(keeping.connections(), 3);
  for (int i = 0; i < 3; ++i) {
    ask(*client, {.url = keeping.url(), .keep_connection = true});
  }
  EXPECT_EQ(keeping.connections(), 4);
  client.reset();
}

TEST_F(CurlClientTest, EndsQuietlyWithTransfersInFlight) {
  const RawServer silent([](RawSocket& socket, const auto&) { socket.read_all(); });
  client = make_loopback_client(clock, {.lookup = [](const std::string&) {
                                  std::this_thread::sleep_for(Milliseconds(600));
                                  return std::vector<IpAddress>();
                                }});
  client->start({.url = silent.url()}, [](Response) { FAIL(); });
  client->start({.url = "http://slow.example/"}, [](Response) { FAIL(); });
  client->poll(Milliseconds(0));
  client.reset();
  EXPECT_LE(silent.connections(), 1);
}

TEST_F(CurlClientTest, LooksANameUpOnceAndConnectsToItsAddress) {
  std::atomic<int> lookups = 0;
  client = make_loopback_client(clock, {.lookup = [&](const std::string&) {
                                  ++lookups;
                                  return std::vector{*parse_ip_address("127.0.0.1")};
                                }});
  for (int i = 0; i < 3; ++i) {
    const auto response = get(*client, url("/", "news.example"));
    EXPECT_THAT(response.body, HasSubstr("Host: news.example:" + port()))
        << response.error;
  }
  EXPECT_EQ(lookups, 1);
}

TEST_F(CurlClientTest, TriesTheNextAddressOfAName) {
  client = make_loopback_client(clock, {.lookup = [&](const std::string&) {
                                  return std::vector{*parse_ip_address("10.1.2.3"),
                                                     *parse_ip_address("127.0.0.1")};
                                }});
  const auto response = get(*client, url("/", "two.example"));
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_EQ(response.remote_address, "127.0.0.1");
}

TEST_F(CurlClientTest, TellsUnresolvedFromUnconnected) {
  client = make_loopback_client(
      clock, {.lookup = [](const std::string& name) -> Result<std::vector<IpAddress>> {
        if (name == "empty.example") return std::vector<IpAddress>();
        return Error{ErrorKind::kNotFound, name + ": no such name"};
      }});
  const auto unresolved = get(*client, "http://no.example/");
  EXPECT_EQ(unresolved.end, TransferEnd::kUnresolved);
  EXPECT_EQ(unresolved.error, "no.example: no such name");
  EXPECT_EQ(get(*client, "http://empty.example/").error,
            "empty.example: has no address");
  const auto free_port = RawServer([](RawSocket&, const auto&) {}).port();
  const auto unconnected =
      get(*client, "http://127.0.0.1:" + std::to_string(free_port) + "/");
  EXPECT_EQ(unconnected.end, TransferEnd::kUnconnected);
  EXPECT_THAT(unconnected.error, HasSubstr(std::to_string(free_port)));
}

TEST_F(CurlClientTest, GivesUpALookupThatHangs) {
  client = make_loopback_client(clock, {.lookup = [](const std::string&) {
                                  std::this_thread::sleep_for(Milliseconds(600));
                                  return std::vector<IpAddress>();
                                }});
  Request request{.url = "http://slow.example/"};
  request.limits.connect = Milliseconds(50);
  const auto response = ask(*client, std::move(request));
  EXPECT_EQ(response.end, TransferEnd::kTimedOut);
  EXPECT_THAT(response.error, HasSubstr("slow.example"));
}

}  // namespace
}  // namespace curlew::http
