#include "fetch/browser/browser.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>
#include <vector>

namespace curlew::fetch {
namespace {

// Whatever the browser would do on its own account is switched off; and no packet of a
// page goes past the proxy: names are not looked up by the browser at all, and WebRTC
// and QUIC, which would use UDP, are off.
std::vector<std::string> arguments(const BrowserClientOptions& options,
                                   std::uint16_t proxy_port) {
  std::vector<std::string> words{
      "--headless",
      "--disable-gpu",
      "--no-first-run",
      "--no-default-browser-check",
      "--no-pings",
      "--mute-audio",
      "--disable-background-networking",
      "--disable-breakpad",
      "--disable-client-side-phishing-detection",
      "--disable-component-update",
      "--disable-default-apps",
      "--disable-domain-reliability",
      "--disable-dev-shm-usage",
      "--disable-extensions",
      "--disable-quic",
      "--disable-sync",
      "--disable-notifications",
      "--disable-remote-fonts",
      "--disable-site-isolation-trials",
      "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,"
      "OptimizationHints,InterestFeedContentSuggestions,DialMediaRouteProvider",
      "--metrics-recording-only",
      "--password-store=basic",
      "--use-mock-keychain",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--blink-settings=imagesEnabled=false",
      "--block-new-web-contents",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      "--proxy-bypass-list=<-loopback>",
      fmt::format("--proxy-server=http://127.0.0.1:{}", proxy_port),
      fmt::format("--js-flags=--max-old-space-size={}", options.script_heap >> 20),
  };
  if (!options.trusted_key.empty()) {
    words.push_back("--ignore-certificate-errors-spki-list=" + options.trusted_key);
  }
  if (!options.user_agent.empty()) {
    words.push_back("--user-agent=" + options.user_agent);
  }
  // Chromium refuses to build its sandbox as root.
  if (geteuid() == 0) words.push_back("--no-sandbox");
  return words;
}

}  // namespace

Result<std::unique_ptr<Browser>> Browser::start(const BrowserClientOptions& options,
                                                GuardProxy& proxy, const Clock& clock) {
  TRY_ASSIGN(auto process,
             BrowserProcess::start({.binary = options.binary,
                                    .arguments = arguments(options, proxy.port()),
                                    .memory = options.memory}));
  std::unique_ptr<Browser> browser(new Browser(options, proxy, clock));
  browser->pipe_ = std::make_unique<DevToolsPipe>(
      std::move(process), DevToolsLimits{},
      [self = browser.get()](auto session, auto method, const auto& parameters) {
        self->on_event(session, method, parameters);
      });
  return browser;
}

bool Browser::has_room() const {
  return !is_retired_ && opened_ < options_.pages_per_browser &&
         tabs_.size() < options_.tabs_per_browser;
}

bool Browser::is_used_up(SteadyTime now) const {
  return tabs_.empty() && (is_retired_ || opened_ >= options_.pages_per_browser ||
                           now - idle_since_ >= options_.keep_idle);
}

void Browser::open(RenderJob job) {
  ++opened_;
  auto tab = std::make_shared<Tab>(*pipe_, proxy_, std::move(job.request),
                                   options_.page, clock_);
  tab->begin();
  tabs_.push_back({std::move(tab), std::move(job.done)});
}

void Browser::on_event(std::string_view session, std::string_view method,
                       const boost::json::object& parameters) {
  if (session.empty()) return;
  for (const auto& page : tabs_) {
    if (page.tab->session() == session) return page.tab->on_event(method, parameters);
  }
}

bool Browser::advance(const Finished& finished) {
  const auto end = pipe_->exchange();
  for (auto page = tabs_.begin(); page != tabs_.end();) {
    page->tab->on_time();
    if (!end.ok()) page->tab->fail(http::TransferEnd::kBroken, end.error().text);
    if (!page->tab->has_ended()) {
      ++page;
      continue;
    }
    is_retired_ = is_retired_ || page->tab->is_stuck();
    finished(std::move(page->done), page->tab->take_response());
    page = tabs_.erase(page);
    idle_since_ = clock_.steady();
  }
  return end.ok();
}

}  // namespace curlew::fetch
