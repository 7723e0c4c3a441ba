#include "http/server.h"

#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "http/loopback_test.h"

namespace curlew::http {
namespace {

using ::testing::Test;

std::unique_ptr<Server> serve(Handler handler, ServerOptions options = {}) {
  auto server = start_server(std::move(options), std::move(handler));
  EXPECT_TRUE(server.ok());
  return std::move(server).value();
}

void echo(const ServerRequest& request, Responder respond) {
  std::string text = request.method + " " + request.path + " ? " + request.query + "\n";
  text += "host " + std::string(find_header(request.headers, "Host").value_or("-"));
  text += "\nfrom " + request.remote_address + "\nbody " + request.body;
  respond({200, {{"X-Kind", "echo"}}, text});
}

std::string ask(const Server& server, std::string_view request) {
  auto socket = RawSocket::connect(server.port());
  socket.send(request);
  return socket.read_response();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

TEST(Server, HandsTheWholeRequestToItsHandler) {
  const auto server = serve(echo);
  const auto response = ask(*server,
                            "POST /a%20b?q=%41 HTTP/1.1\r\nHost: news.example\r\n"
                            "Content-Length: 5\r\n\r\nhello");
  EXPECT_TRUE(response.starts_with("HTTP/1.1 200 OK\r\n")) << response;
  EXPECT_TRUE(contains(response, "X-Kind: echo\r\n")) << response;
  EXPECT_TRUE(response.ends_with(
      "POST /a b ? q=%41\nhost news.example\nfrom 127.0.0.1\nbody hello"))
      << response;
}

TEST(Server, RefusesALengthThatIsNotClear) {
  const auto server = serve(echo);
  for (const char* lengths : {"Content-Length: 5\r\nContent-Length: 6\r\n",
                              "Content-Length: 5\r\nContent-Length: 5\r\n",
                              "Content-Length: 5, 6\r\n", "Content-Length: +5\r\n",
                              "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"}) {
    const auto response = ask(*server, "POST / HTTP/1.1\r\nHost: a.example\r\n" +
                                           std::string(lengths) + "\r\nhello");
    EXPECT_TRUE(response.starts_with("HTTP/1.1 400 ")) << lengths << response;
  }
}

TEST(Server, HoldsNoMoreThanItMayForThoseWhoReadSlowly) {
  ServerOptions options;
  options.max_unread = 20_MiB;
  const auto server = serve(
      [](const ServerRequest&, const Responder& respond) {
        respond({200, {}, std::string(8_MiB, 'x')});
      },
      options);
  const std::string request = "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n";
  auto one = RawSocket::connect(server->port()),
       two = RawSocket::connect(server->port());
  one.send(request);
  two.send(request);
  // Both are being written and neither is read.
  EXPECT_EQ(one.read_some().substr(0, 12), "HTTP/1.1 200");
  EXPECT_EQ(two.read_some().substr(0, 12), "HTTP/1.1 200");
  EXPECT_TRUE(ask(*server, request).starts_with("HTTP/1.1 503 "));
}

TEST(Server, TakesTheHostFromAnAbsoluteTarget) {
  const auto server = serve(echo);
  const auto response =
      ask(*server, "GET http://other.example/x HTTP/1.1\r\nHost: news.example\r\n\r\n");
  EXPECT_TRUE(contains(response, "GET /x ? \nhost other.example\n")) << response;
}

TEST(Server, KeepsTheConnectionForTheNextRequest) {
  const auto server = serve(echo);
  auto socket = RawSocket::connect(server->port());
  for (int i = 0; i < 3; ++i) {
    socket.send("GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(contains(socket.read_response(), "GET /" + std::to_string(i)));
  }
}

TEST(Server, AnswersHeadWithoutABody) {
  const auto server = serve(echo);
  auto socket = RawSocket::connect(server->port());
  socket.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const auto response = socket.read_all();
  EXPECT_TRUE(response.starts_with("HTTP/1.1 200")) << response;
  EXPECT_TRUE(response.ends_with("\r\n\r\n")) << response;
  EXPECT_FALSE(contains(response, "Content-Length: 0")) << response;
}

TEST(Server, SendsTheDateThatItsHandlerGives) {
  const auto server = serve([](const ServerRequest&, Responder respond) {
    respond({200, {{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"}}, "old"});
  });
  const auto response = ask(*server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(contains(response, "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
  EXPECT_EQ(response.find("Date:"), response.rfind("Date:")) << response;
}

TEST(Server, DropsHeadersThatWouldSplitTheResponse) {
  const auto server = serve([](const ServerRequest&, Responder respond) {
    respond({200, {{"X-A", "a\r\nX-Evil: b"}, {"X-Good", "c"}}, "text"});
  });
  const auto response = ask(*server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_FALSE(contains(response, "X-Evil")) << response;
  EXPECT_TRUE(contains(response, "X-Good: c")) << response;
}

TEST(Server, RefusesBodiesBeyondTheLimit) {
  const auto server = serve(echo, {.max_body = 100});
  const auto response =
      ask(*server, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n");
  EXPECT_TRUE(response.starts_with("HTTP/1.1 413")) << response;
}

TEST(Server, CutsOffAnEndlessChunkedBody) {
  const auto server = serve(echo, {.max_body = 1000});
  auto socket = RawSocket::connect(server->port());
  socket.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "100\r\n" + std::string(256, 'x') + "\r\n";
  int sent = 0;
  while (sent < 100'000 && socket.send(chunk)) ++sent;
  EXPECT_LT(sent, 100'000);
}

TEST(Server, SurvivesMalformedRequests) {
  const auto server = serve(echo);
  for (const std::string_view request :
       {"\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02junk\r\n\r\n", "GET / HTTP/1.1\r\nno colon here\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    auto socket = RawSocket::connect(server->port());
    socket.send(request);
  }
  const std::string huge(100'000, 'h');
  const auto response = ask(*server, "GET /" + huge + " HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(response.empty() || response.starts_with("HTTP/1.1 4")) << response;
  EXPECT_TRUE(contains(ask(*server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), "200 OK"));
}

TEST(Server, AnswersLateFromAnotherThreadWhileOthersAreServed) {
  std::promise<Responder> kept;
  const auto server = serve([&](const ServerRequest& request, Responder respond) {
    if (request.path == "/late") return kept.set_value(std::move(respond));
    respond({200, {}, "at once"});
  });
  auto late = RawSocket::connect(server->port());
  late.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n");
  auto respond = kept.get_future().get();
  EXPECT_TRUE(ask(*server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").ends_with("at once"));
  std::thread([&] { respond({201, {}, "at last"}); }).join();
  EXPECT_TRUE(late.read_response().ends_with("at last"));
}

TEST(Server, Answers500WhenTheHandlerForgetsOrThrows) {
  const auto server = serve([](const ServerRequest& request, Responder) {
    if (request.path == "/throw") throw std::runtime_error("broken");
  });
  for (const auto* path : {"/forget", "/throw"}) {
    const auto response =
        ask(*server, std::string("GET ") + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(response.starts_with("HTTP/1.1 500")) << path << response;
  }
}

TEST(Server, CountsOnlyTheFirstAnswer) {
  const auto server = serve([](const ServerRequest&, Responder respond) {
    respond({200, {}, "first"});
    respond({200, {}, "second"});
  });
  EXPECT_TRUE(ask(*server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").ends_with("first"));
}

TEST(Server, StopsWithUnansweredRequestsAndIgnoresAnswersAfterwards) {
  std::mutex mutex;
  std::vector<Responder> kept;
  auto server = serve([&](const ServerRequest&, Responder respond) {
    const std::lock_guard lock(mutex);
    kept.push_back(std::move(respond));
  });
  std::vector<RawSocket> sockets;
  for (int i = 0; i < 20; ++i) {
    sockets.push_back(RawSocket::connect(server->port()));
    sockets.back().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  while (std::lock_guard(mutex), kept.size() < 20) std::this_thread::yield();
  server.reset();
  for (const auto& respond : kept) respond({200, {}, "too late"});
  EXPECT_EQ(sockets[0].read_all(), "");
}

TEST(Server, ServesOthersBesideTwoThousandIdleAndSlowClients) {
  const std::string big(4'000'000, 'b');
  const auto server = serve([&](const ServerRequest& request, Responder respond) {
    respond({200, {}, request.path == "/big" ? big : "small"});
  });
  std::vector<RawSocket> idle;
  for (int i = 0; i < 2000; ++i) {
    idle.push_back(RawSocket::connect(server->port()));
    if (i % 2 == 0) idle.back().send("GET / HT");
    if (i % 100 == 1) idle.back().send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(ask(*server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").ends_with("small"));
  }
  // Whole: the others did not have to wait until it was given up.
  EXPECT_TRUE(idle[1].read_response().ends_with("bbb"));
}

TEST(Server, ClosesIdleConnections) {
  const auto server = serve(echo, {.idle_timeout = Milliseconds(1000)});
  auto socket = RawSocket::connect(server->port());
  socket.send("GET / HT");
  EXPECT_EQ(socket.read_all(), "");
}

TEST(Server, SaysWhereItCannotListen) {
  const auto first = serve(echo);
  const auto second = start_server({.port = first->port()}, echo);
  ASSERT_FALSE(second.ok());
  EXPECT_TRUE(contains(second.error().text, std::to_string(first->port())));
  EXPECT_TRUE(contains(start_server({.address = "localhost"}, echo).error().text,
                       "'localhost' is no IP address"));
}

TEST(Server, ListensOnIpv6) {
  auto server = start_server({.address = "::"}, echo);
  if (!server.ok()) GTEST_SKIP() << "no IPv6 here: " << server.error().text;
  EXPECT_TRUE(contains(ask(**server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), "200 OK"));
}

}  // namespace
}  // namespace curlew::http
