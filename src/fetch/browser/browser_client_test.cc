// The machine's Chromium against servers on loopback.

#include "fetch/browser/browser_client.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <optional>

#include "fetch/browser/browser_client_fixture_test.h"
#include "http/loopback_test.h"

namespace curlew::fetch {
namespace {

using http::RawServer;
using http::RawSocket;
using http::TransferEnd;
using testing::HasSubstr;
using testing::Not;

TEST_F(BrowserClientTest, ATextThatAScriptFetchesIsInTheDom) {
  show("/", R"(<!doctype html><div id=root></div><img src=/picture.png>
    <script src=/bundle.js></script>)");
  pages_["/bundle.js"] = {.headers = {{"Content-Type", "text/javascript"}},
                          .body = R"(fetch('/data').then(r => r.text()).then(t =>
    document.getElementById('root').textContent = 'Είπε: ' + t))"};
  pages_["/data"] = {.body = "the news of today"};
  pages_["/"].headers.emplace_back("ETag", "\"1\"");
  const auto response = get(at("/"));
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_EQ(response.status, 200);
  EXPECT_THAT(response.body,
              HasSubstr("<div id=\"root\">Είπε: the news of today</div>"));
  EXPECT_EQ(response.remote_address, "127.0.0.1");
  EXPECT_GT(response.wire_bytes, 100u);
  EXPECT_EQ(http::find_header(response.headers, "etag"), std::nullopt);
  EXPECT_FALSE(was_asked("/picture.png"));
}

TEST_F(BrowserClientTest, APictureIsTakenWhereItIsWantedAndNothingMovesInIt) {
  show("/", R"(<!doctype html><style>@keyframes turn { to { opacity: 0 } }
    div { width: 99px; height: 2000px; background: red; animation: turn 1s infinite }
    </style><p>still</p><div></div>)");
  EXPECT_EQ(get(at("/")).picture, "");
  const auto shot = [&] {
    std::optional<http::Response> response;
    client().start({.url = at("/"), .wants_picture = true},
                   [&](http::Response r) { response = std::move(r); });
    while (!response) client().poll(Milliseconds(1'000));
    return std::move(*response);
  };
  const http::Response first = shot();
  EXPECT_EQ(first.end, TransferEnd::kCompleted) << first.error;
  EXPECT_THAT(first.body, HasSubstr("<p>still</p>"));
  EXPECT_THAT(first.picture, testing::StartsWith("\x89PNG"));
  EXPECT_EQ(shot().picture, first.picture);
}

TEST_F(BrowserClientTest, RedirectsOfServersAndScriptsAreTheFetchersToFollow) {
  pages_["/moved"] = {.status = 301, .headers = {{"Location", "/new"}}};
  show("/script", "<script>location = '/new'</script>");
  show("/new", "never asked");
  const auto moved = get(at("/moved"));
  EXPECT_EQ(moved.status, 301);
  EXPECT_EQ(http::find_header(moved.headers, "location"), "/new");
  const auto script = get(at("/script"));
  EXPECT_EQ(script.status, 302);
  EXPECT_EQ(http::find_header(script.headers, "location"), at("/new"));
  EXPECT_FALSE(was_asked("/new"));
  EXPECT_EQ(get(at("/absent")).status, 404);
}

TEST_F(BrowserClientTest, ACrashIsSurvived) {
  show("/fine", "<p>fine</p>");
  RawServer slow(
      [](RawSocket& socket, const std::atomic<bool>&) { socket.read_all(); });
  std::optional<http::Response> response;
  EXPECT_THAT(get(at("/fine")).body, HasSubstr("fine"));
  client().start({.url = slow.url()},
                 [&](http::Response r) { response = std::move(r); });
  while (slow.connections() == 0) client().poll(Milliseconds(10));
  for (const auto pid : browser_processes()) kill(pid, SIGKILL);
  while (!response) client().poll(Milliseconds(100));
  EXPECT_EQ(response->end, TransferEnd::kBroken);
  EXPECT_THAT(get(at("/fine")).body, HasSubstr("fine"));
}

TEST_F(BrowserClientTest, PagesShareNothing) {
  show("/", R"(<p id=p></p><script>
    document.getElementById('p').textContent = '[' + document.cookie +
        localStorage.getItem('seen') + ']';
    document.cookie = 'seen=1'; localStorage.setItem('seen', 'yes')</script>)");
  EXPECT_THAT(get(at("/")).body, HasSubstr("[null]"));
  EXPECT_THAT(get(at("/")).body, HasSubstr("[null]"));
}

TEST_F(BrowserClientTest, ManyPagesRunOverAFewReplacedBrowsers) {
  options_.pages_per_browser = 3;
  options_.tabs_per_browser = 2;
  show("/", "<p>fine</p><script>alert('stop')</script>");
  int done = 0;
  for (int i = 0; i < 7; ++i) {
    client().start({.url = at("/")}, [&](http::Response response) {
      EXPECT_THAT(response.body, HasSubstr("fine")) << response.error;
      ++done;
    });
  }
  while (client().in_flight() > 0) client().poll(Milliseconds(1'000));
  EXPECT_EQ(done, 7);
}

TEST(BrowserClient, SaysHowToGetABrowserWhenThereIsNone) {
  const SystemClock clock;
  const auto client = make_browser_client({.binary = "no-such-browser"}, clock);
  http::Response response;
  client->start({.url = "http://a.example/"},
                [&](http::Response r) { response = std::move(r); });
  EXPECT_EQ(client->in_flight(), 1u);
  client->poll(Milliseconds(0));
  EXPECT_EQ(client->in_flight(), 0u);
  EXPECT_EQ(response.end, TransferEnd::kBroken);
  EXPECT_EQ(response.error,
            "no-such-browser not found: apt install chromium, or set fetch.browser");
}

}  // namespace
}  // namespace curlew::fetch
