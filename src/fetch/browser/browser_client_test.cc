// The machine's Chromium against servers on loopback.

#include "fetch/browser/browser_client.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include "base/clock.h"
#include "http/loopback_test.h"
#include "http/server.h"

namespace curlew::fetch {
namespace {

using http::RawServer;
using http::RawSocket;
using http::TransferEnd;
using testing::HasSubstr;
using testing::Not;

http::ServerResponse html(std::string body) {
  return {.headers = {{"Content-Type", "text/html; charset=utf-8"}},
          .body = std::move(body)};
}

// The command lines of the browser processes that this test started.
std::vector<pid_t> browser_processes() {
  std::vector<pid_t> found;
  const auto own = fmt::format("--user-agent=curlew-test/{}", getpid());
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    std::string words(std::istreambuf_iterator<char>(file), {});
    if (words.find(own) != words.npos) {
      found.push_back(std::stoi(entry.path().filename()));
    }
  }
  return found;
}

class BrowserClientTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_browser("chromium").ok()) {
      GTEST_SKIP() << "chromium is not installed: rendering is not tested";
    }
    options_.user_agent = fmt::format("curlew-test/{}", getpid());
    options_.proxy.guard =
        http::AddressGuard({*http::parse_address_range("127.0.0.1")});
    // "inside.example" is on an address of this machine that stays forbidden.
    options_.proxy.lookup =
        [](const std::string& name) -> Result<std::vector<http::IpAddress>> {
      const bool is_inside = name == "inside.example";
      return std::vector{
          *http::parse_ip_address(is_inside ? "127.0.0.2" : "127.0.0.1")};
    };
    options_.page.settle = Milliseconds(1'000);
    options_.page.patience = Milliseconds(10'000);
    server_ = http::start_server({}, [this](const http::ServerRequest& request,
                                            http::Responder respond) {
                const std::lock_guard lock(mutex_);
                asked_.push_back(request.path);
                const auto page = pages_.find(request.path);
                respond(page == pages_.end() ? http::ServerResponse{.status = 404}
                                             : page->second);
              }).value();
  }
  void TearDown() override {
    client_.reset();
    // All are killed by now; the kernel takes some time to take them down.
    for (int i = 0; i < 200 && !browser_processes().empty(); ++i) usleep(10'000);
    EXPECT_TRUE(browser_processes().empty()) << "a browser was left behind";
  }

  http::Client& client() {
    if (!client_) client_ = make_browser_client(options_, clock_);
    return *client_;
  }
  std::string at(std::string_view path) const {
    return fmt::format("http://site.example:{}{}", server_->port(), path);
  }
  void show(const std::string& path, std::string body) {
    pages_[path] = html(std::move(body));
  }
  http::Response get(std::string url, http::Limits limits = {}) {
    std::optional<http::Response> response;
    client().start({.url = std::move(url), .limits = limits},
                   [&](http::Response r) { response = std::move(r); });
    while (!response) client().poll(Milliseconds(1'000));
    return std::move(*response);
  }
  bool was_asked(std::string_view path) {
    const std::lock_guard lock(mutex_);
    return std::find(asked_.begin(), asked_.end(), path) != asked_.end();
  }

  SystemClock clock_;
  BrowserClientOptions options_;
  std::mutex mutex_;
  std::map<std::string, http::ServerResponse> pages_;
  std::vector<std::string> asked_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::Client> client_;
};

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

TEST_F(BrowserClientTest, NothingOfAPageReachesAForbiddenAddress) {
  RawServer inside([](RawSocket&, const std::atomic<bool>&) {});
  const int udp = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(udp, reinterpret_cast<sockaddr*>(&address), size), 0);
  getsockname(udp, reinterpret_cast<sockaddr*>(&address), &size);
  show("/", fmt::format(
                R"(<iframe src="http://inside.example:{0}/frame"></iframe>
    <iframe src="http://127.0.0.2:{0}/"></iframe><iframe src="http://[::1]:{0}/"></iframe>
    <iframe src="http://localhost:{0}/"></iframe><script src="https://inside.example:{0}/">
    </script><p id=p></p><script>
    fetch('http://inside.example:{0}/', {{mode: 'no-cors'}}).catch(
        e => document.getElementById('p').textContent = 'refused');
    new WebSocket('ws://127.0.0.2:{0}/');
    const c = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.2:{1}'}}]}});
    c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o));
    </script>)",
                inside.port(), ntohs(address.sin_port)));
  // Here every name but one is on 127.0.0.1, which is open; localhost is closed, too.
  options_.proxy.lookup =
      [](const std::string& name) -> Result<std::vector<http::IpAddress>> {
    return std::vector{
        *http::parse_ip_address(name == "site.example" ? "127.0.0.1" : "127.0.0.2")};
  };
  const auto response = get(at("/"));
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_THAT(response.body, HasSubstr("refused"));
  EXPECT_EQ(inside.connections(), 0);
  char byte = 0;
  EXPECT_LT(recv(udp, &byte, 1, 0), 0) << "a packet went past the proxy";
  close(udp);
  const auto top = get(fmt::format("http://inside.example:{}/", inside.port()));
  EXPECT_EQ(top.end, TransferEnd::kRefused) << top.error;
  EXPECT_EQ(get("http://10.0.0.1/").end, TransferEnd::kRefused);
  EXPECT_EQ(get("file:///etc/passwd").end, TransferEnd::kRefused);
  EXPECT_EQ(inside.connections(), 0);
}

TEST_F(BrowserClientTest, APageThatNeverEndsLoadingIsTakenAsItIs) {
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

TEST_F(BrowserClientTest, AScriptThatNeverEndsTimesOutAndItsBrowserIsReplaced) {
  show("/hangs", "<script>while (true) {}</script>");
  show("/fine", "<p>fine</p>");
  http::Limits limits;
  limits.total = Milliseconds(1'500);
  options_.page.patience = Milliseconds(500);
  const auto response = get(at("/hangs"), limits);
  EXPECT_EQ(response.end, TransferEnd::kTimedOut);
  EXPECT_LT(response.took, Milliseconds(3'000));
  EXPECT_THAT(get(at("/fine")).body, HasSubstr("fine"));
}

TEST_F(BrowserClientTest, AnEndlessPageIsCutOff) {
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

TEST_F(BrowserClientTest, ADomBeyondTheLimitIsRefused) {
  show("/", "<script>document.write('x'.repeat(200000))</script>");
  http::Limits limits;
  limits.body = 100'000;
  const auto response = get(at("/"), limits);
  EXPECT_EQ(response.end, TransferEnd::kTooLarge) << response.error;
  EXPECT_EQ(response.body, "");
}

// The browser gives such a page up by itself (its tab crashes) or we do.
TEST_F(BrowserClientTest, AScriptThatWritesFiftyMegabytesHarmsOnlyItsPage) {
  show("/", "<script>document.write('x'.repeat(50e6))</script>");
  show("/fine", "<p>fine</p>");
  http::Limits limits;
  limits.total = Milliseconds(15'000);
  const auto response = get(at("/"), limits);
  EXPECT_NE(response.end, TransferEnd::kCompleted);
  EXPECT_EQ(response.body, "");
  EXPECT_THAT(get(at("/fine")).body, HasSubstr("fine"));
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
