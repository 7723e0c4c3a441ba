// Which addresses the traffic of a rendered page reaches, and under whose name: over
// https, through redirects, from scripts and workers.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "base/installed_test.h"
#include "fetch/browser/browser_client_fixture_test.h"
#include "fetch/fetcher.h"
#include "http/loopback_test.h"
#include "http/nginx_test.h"

namespace curlew::fetch {
namespace {

using http::RawServer;
using http::RawSocket;
using http::TransferEnd;
using testing::HasSubstr;

class BrowserClientGuardTest : public BrowserClientTest {};

TEST_F(BrowserClientGuardTest, NothingOfAPageReachesAForbiddenAddress) {
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

TEST_F(BrowserClientGuardTest, RedirectsOfPartsOfAPageReachNoForbiddenAddressEither) {
  RawServer inside([](RawSocket&, const std::atomic<bool>&) {});
  const auto forbidden = fmt::format("http://inside.example:{}/", inside.port());
  pages_["/hop"] = {.status = 302, .headers = {{"Location", forbidden}}};
  pages_["/worker.js"] = {.headers = {{"Content-Type", "text/javascript"}},
                          .body = "fetch('/hop').catch(() => postMessage('refused'))"};
  // Service workers need https or an address of this machine.
  pages_["/service.js"] = {.headers = {{"Content-Type", "text/javascript"}},
                           .body =
                               "fetch('/hop', {mode: 'no-cors'});"
                               "fetch('" +
                               forbidden + "', {mode: 'no-cors'})"};
  show("/", R"(<p id=p></p><script src=/hop></script><iframe src=/hop></iframe>
    <link rel=stylesheet href=/hop><script>
    navigator.sendBeacon('/hop', 'x');
    navigator.serviceWorker.register('/service.js').catch(() => {});
    new Worker('/worker.js').onmessage = e =>
        document.getElementById('p').textContent = e.data</script>)");
  const auto response = get(fmt::format("http://127.0.0.1:{}/", server_->port()));
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_THAT(response.body, HasSubstr("refused"));
  EXPECT_TRUE(was_asked("/hop"));
  EXPECT_EQ(inside.connections(), 0);
}

TEST_F(BrowserClientGuardTest, ARedirectOfThePageToAForbiddenAddressIsRefused) {
  RawServer inside([](RawSocket&, const std::atomic<bool>&) {});
  const auto forbidden = fmt::format("http://inside.example:{}/", inside.port());
  pages_["/moved"] = {.status = 301, .headers = {{"Location", forbidden}}};
  show("/script", "<script>location = '" + forbidden + "'</script>");
  const auto plain = http::make_curl_client(
      {.guard = options_.proxy.guard, .lookup = options_.proxy.lookup}, clock_);
  options_.on_ready = [&] { plain->wake(); };
  const auto fetcher = make_fetcher(
      {.politeness = {.host_delay = Milliseconds(0), .obey_robots = false}}, *plain,
      clock_, &client());
  for (const char* path : {"/moved", "/script"}) {
    std::optional<FetchResult> result;
    fetcher->fetch({.url = at(path), .rendering = model::Rendering::kAlways},
                   [&](FetchResult r) { result = std::move(r); });
    while (!result) fetcher->poll(Milliseconds(1'000));
    EXPECT_EQ(result->outcome, model::FetchOutcome::kRefused) << result->error;
    EXPECT_EQ(result->final_url, forbidden);
  }
  EXPECT_EQ(inside.connections(), 0);
}

TEST_F(BrowserClientGuardTest, SecretsGoWithThePageAndNotWithItsParts) {
  RawServer server([](RawSocket& socket, const std::atomic<bool>&) {
    const auto head = socket.read_until("\r\n\r\n");
    const bool is_page = head.starts_with("GET / ");
    const bool is_known = head.find("Basic YW5uOnNlY3JldA==") != head.npos;
    const auto* form = is_page ? "<body><script src=/part></script><p>{}</p>"
                               : "document.body.title = '{}'";
    const auto body = fmt::format(fmt::runtime(form), is_known ? "ann" : "nobody");
    socket.send(
        fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\n"
                    "Content-Length: {}\r\nConnection: close\r\n\r\n{}",
                    is_page ? "text/html" : "text/javascript", body.size(), body));
  });
  std::optional<http::Response> response;
  client().start({.url = server.url(), .basic_credentials = "ann:secret"},
                 [&](http::Response r) { response = std::move(r); });
  while (!response) client().poll(Milliseconds(1'000));
  EXPECT_THAT(response->body, HasSubstr(">ann</p>")) << response->error;
  EXPECT_THAT(response->body, HasSubstr("title=\"nobody\""));
}

// What --ignore-certificate-errors-spki-list wants.
std::string key_hash(const std::string& certificate) {
  const auto command = "openssl x509 -pubkey -noout -in " + certificate +
                       " | openssl pkey -pubin -outform der"
                       " | openssl dgst -sha256 -binary | openssl base64 -A";
  std::array<char, 128> line{};
  FILE* pipe = popen(command.c_str(), "r");
  const auto size = pipe == nullptr ? 0 : fread(line.data(), 1, line.size(), pipe);
  if (pipe != nullptr) pclose(pipe);
  return {line.data(), size};
}

TEST_F(BrowserClientGuardTest, HttpsIsSpokenThroughTheProxyWithWhomOneTrusts) {
  CURLEW_NEEDS(http::kNginx, "nginx-light");
  const http::Nginx nginx;
  ASSERT_TRUE(nginx.is_running());
  const auto url = fmt::format("https://news.example:{}/", nginx.port());
  auto unknown = get(url);
  for (int i = 0; i < 50 && unknown.end == TransferEnd::kUnconnected; ++i) {
    unknown = get(url);  // It does not listen yet.
  }
  EXPECT_EQ(unknown.end, TransferEnd::kTlsFailed) << unknown.error;
  client_.reset();
  options_.trusted_key = key_hash(nginx.certificate());
  const auto response = get(url);
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_THAT(response.body, HasSubstr("HTTP/2.0"));
  EXPECT_EQ(response.remote_address, "127.0.0.1");
  client_.reset();
  EXPECT_THAT(looked_up_, testing::ElementsAre("news.example"))
      << "the browser asks for more than its pages";
}

}  // namespace
}  // namespace curlew::fetch
