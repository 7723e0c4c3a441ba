// Pages that want more than they get: all of it is bounded, and no other page suffers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "fetch/browser/browser_client_fixture_test.h"
#include "http/loopback_test.h"

namespace curlew::fetch {
namespace {

using http::RawServer;
using http::RawSocket;
using http::TransferEnd;
using testing::HasSubstr;

class BrowserClientHostileTest : public BrowserClientTest {};

TEST_F(BrowserClientHostileTest, APageThatNeverEndsLoadingIsTakenAsItIs) {
  RawServer slow([](RawSocket& socket, const std::atomic<bool>&) {
    socket.read_until("\r\n\r\n");
    socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>first</p>");
    socket.read_all();
  });
  options_.page.patience = Milliseconds(1'000);
  const auto response = get(slow.url());
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_THAT(response.body, HasSubstr("first"));
}

TEST_F(BrowserClientHostileTest, AScriptThatNeverEndsTimesOutAndItsBrowserIsReplaced) {
  show("/hangs", "<script>while (true) {}</script>");
  show("/fine", "<p>fine</p>");
  http::Limits limits;
  limits.total = Milliseconds(1'500);
  options_.page.patience = Milliseconds(500);
  const auto response = get(at("/hangs"), limits);
  EXPECT_EQ(response.end, TransferEnd::kTimedOut);
  EXPECT_THAT(response.error, HasSubstr("no page in 1500 ms: "));
  EXPECT_LT(response.took, Milliseconds(10'000));
  EXPECT_THAT(get(at("/fine")).body, HasSubstr("fine"));
}

TEST_F(BrowserClientHostileTest, AnEndlessPageIsCutOff) {
  RawServer endless([](RawSocket& socket, const std::atomic<bool>& stopping) {
    socket.read_until("\r\n\r\n");
    socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    while (!stopping && socket.send(std::string(65536, 'x'))) {
    }
  });
  options_.page.traffic = 4_MiB;
  const auto response = get(endless.url());
  EXPECT_EQ(response.end, TransferEnd::kTooLarge) << response.error;
  EXPECT_LT(response.wire_bytes, 5_MiB);
}

TEST_F(BrowserClientHostileTest, ADomBeyondTheLimitIsRefused) {
  show("/", "<script>document.write('x'.repeat(200000))</script>");
  http::Limits limits;
  limits.body = 100'000;
  const auto response = get(at("/"), limits);
  EXPECT_EQ(response.end, TransferEnd::kTooLarge) << response.error;
  EXPECT_EQ(response.body, "");
}

TEST_F(BrowserClientHostileTest, APageThatTakesTooMuchMemoryIsTooLargeAndHarmsNoOther) {
  show("/writes", "<script>document.write('x'.repeat(50e6))</script>");
  show("/keeps",
       "<script>const all = []; while (true) all.push("
       "new Array(1e5).fill(Math.random()))</script>");
  show("/fine", "<p>fine</p>");
  options_.script_heap = 64_MiB;
  for (const char* path : {"/writes", "/keeps"}) {
    const auto response = get(at(path));
    EXPECT_EQ(response.end, TransferEnd::kTooLarge) << response.error;
    EXPECT_EQ(response.body, "");
  }
  EXPECT_THAT(get(at("/fine")).body, HasSubstr("fine"));
}

TEST_F(BrowserClientHostileTest, DialogsAndNewWindowsAreAnsweredNo) {
  show("/", R"(<p id=p></p><script>alert('stop');
    document.getElementById('p').textContent = confirm('sure?') + ' ' + prompt('who?') +
        ' ' + window.open('/popup');
    onbeforeunload = () => 'stay'; print()</script>)");
  const auto response = get(at("/"));
  EXPECT_THAT(response.body, HasSubstr("false null null")) << response.error;
  EXPECT_FALSE(was_asked("/popup"));
}

TEST_F(BrowserClientHostileTest, DialogsWithoutEndTimeOut) {
  show("/", "<script>while (true) alert('stop')</script>");
  http::Limits limits;
  limits.total = Milliseconds(4'000);
  EXPECT_EQ(get(at("/"), limits).end, TransferEnd::kTimedOut);
}

TEST_F(BrowserClientHostileTest, DownloadsAreNotMade) {
  show("/", R"(<p>text</p><a id=a href=/file download>x</a>
    <script>document.getElementById('a').click()</script>)");
  pages_["/file"] = {.headers = {{"Content-Disposition", "attachment"},
                                 {"Content-Type", "application/zip"}},
                     .body = std::string(100'000, 'x')};
  EXPECT_THAT(get(at("/")).body, HasSubstr("text"));
  const auto response = get(at("/file"));
  EXPECT_EQ(response.end, TransferEnd::kBroken);
  EXPECT_THAT(response.error, HasSubstr("application/zip, which is no page"));
}

TEST_F(BrowserClientHostileTest, WebSocketsAndStreamsThatStayOpenHoldNothingUp) {
  RawServer open([](RawSocket& socket, const std::atomic<bool>&) {
    socket.read_until("\r\n\r\n");
    socket.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        "Access-Control-Allow-Origin: *\r\n\r\ndata: 1\n\n");
    socket.read_all();
  });
  show("/", fmt::format(R"(<p>text</p><script>
    new WebSocket('ws://site.example:{0}/'); new EventSource('{1}');
    setInterval(() => fetch('/poll'), 50)</script>)",
                        open.port(), open.url()));
  options_.page.settle = Milliseconds(1'000);  // It never falls quiet.
  const auto response = get(at("/"));
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_THAT(response.body, HasSubstr("text"));
  EXPECT_GE(open.connections(), 1);
}

TEST_F(BrowserClientHostileTest, NothingOfAPageLivesOnAfterIt) {
  show("/", R"(<p>text</p><script>
    new Worker('/worker.js'); setInterval(() => fetch('/beat'), 100)</script>)");
  pages_["/worker.js"] = {.headers = {{"Content-Type", "text/javascript"}},
                          .body = "setInterval(() => fetch('/beat'), 100)"};
  options_.page.settle = Milliseconds(1'000);  // It never falls quiet.
  EXPECT_THAT(get(at("/")).body, HasSubstr("text"));
  // Its context is being closed, which takes as long as the machine needs.
  int before = -1;
  int beats = times_asked("/beat");
  for (int readings = 0; readings < 10 && beats != before; ++readings) {
    usleep(1'000'000);
    before = std::exchange(beats, times_asked("/beat"));
  }
  EXPECT_GT(beats, 0);
  EXPECT_EQ(beats, before);
}

}  // namespace
}  // namespace curlew::fetch
