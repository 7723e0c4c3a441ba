#include "sim/web/little_web.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>

#include "base/ascii.h"
#include "sim/web/delayed_answers.h"
#include "sim/web/directory.h"
#include "sim/web/little_sites.h"

namespace curlew::sim {
namespace {

constexpr std::string_view kDomain = ".localhost";

// "Herald.localhost:8080" -> "herald"; "" when no site has that host.
std::string site_of(const http::ServerRequest& request) {
  const std::string_view field =
      http::find_header(request.headers, "Host").value_or("");
  const std::string host = to_ascii_lower(field.substr(0, field.rfind(':')));
  if (!host.ends_with(kDomain)) return "";
  return host.substr(0, host.size() - kDomain.size());
}

http::ServerResponse document(std::string_view content_type, std::string body) {
  return {200, {{"Content-Type", std::string(content_type)}}, std::move(body)};
}

class LittleWebServer final : public LittleWeb {
 public:
  LittleWebServer(const LittleWebOptions& options, Time epoch, const Clock& clock)
      : options_(options),
        epoch_(epoch),
        clock_(clock),
        monitor_(options.monitor),
        port_(options.port),
        delayed_(clock) {}

  ~LittleWebServer() override {
    // Late answers go through the server and end first; it may still hand over more.
    delayed_.stop();
    server_.reset();
  }

  Result<void> start() {
    http::ServerOptions options;
    options.port = options_.port;
    TRY_ASSIGN(server_,
               http::start_server(options, [this](const http::ServerRequest& request,
                                                  http::Responder responder) {
                 answer(request, std::move(responder));
               }));
    port_ = server_->port();
    return {};
  }

  std::uint16_t port() const override { return port_; }
  Time epoch() const override { return epoch_; }
  std::vector<LittleSource> sources() const override { return sites().sources(); }
  std::vector<Publication> published(Time from, Time until) const override {
    return sites().published(from, until);
  }
  std::vector<LittleTopic> topics() const override { return sites().ring().topics(); }
  std::vector<Violation> violations() const override { return monitor_.violations(); }

 private:
  // Made anew for each request, since the port is known only once the server runs. It
  // holds a few numbers.
  LittleSites sites() const {
    return LittleSites(
        {.tempo = {epoch_, options_.speed},
         .seed = options_.seed,
         .items_per_site_per_minute = options_.items_per_site_per_minute},
        options_.items_shown, port_);
  }

  void answer(const http::ServerRequest& request, http::Responder responder) {
    const Time now = clock_.now();
    const std::string site = site_of(request);
    if (request.path.starts_with("/_web")) return responder(about_itself(request, now));
    if (site.empty() || site == "web")
      return responder(redirect_to(302, "/_web/", now));
    http::ServerResponse response = sites().answer(site, request, now);
    monitor_.note(request, http::find_header(request.headers, "Host").value_or(""),
                  response, now);
    const Site* known = find_site(site);
    if (known != nullptr && known->conduct == Conduct::kSlow) {
      delayed_.answer_after(options_.slow_answer, std::move(response),
                            std::move(responder));
      return;
    }
    responder(std::move(response));
  }

  http::ServerResponse about_itself(const http::ServerRequest& request,
                                    Time now) const {
    const std::string_view path = request.path;
    if (path == "/_web/sites.json") {
      return document("application/json", sources_json(sources()));
    }
    if (path == "/_web/published.json") {
      return document("application/json",
                      published_json({epoch_, now, published(since(request), now)}));
    }
    if (path == "/_web/violations.json") {
      return document("application/json", violations_json(violations()));
    }
    if (path == "/_web/ring.json") {
      return document("application/json", ring_json(sites().ring().pages(now)));
    }
    if (path == "/_web/opml") return document("text/x-opml", sources_opml(sources()));
    if (path != "/_web/" && path != "/_web") {
      return answer_briefly(404, "No such page.", now);
    }
    const Tempo tempo{epoch_, options_.speed};
    return document(
        "text/html; charset=utf-8",
        directory_page(sources(), sites().ring().list_address(),
                       to_calendar(tempo.virtual_time(now)), violations().size()));
  }

  // From the beginning, where the request does not say otherwise.
  Time since(const http::ServerRequest& request) const {
    const std::string text = request.parameter("since_ms").value_or("");
    std::int64_t milliseconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), milliseconds);
    const bool stated = error == std::errc() && end != text.data();
    const Time beginning = epoch_ - std::chrono::hours(24 * 365);
    return stated ? std::clamp(from_unix_ms(milliseconds), beginning, clock_.now())
                  : beginning;
  }

  const LittleWebOptions options_;
  const Time epoch_;
  const Clock& clock_;
  ClientMonitor monitor_;
  std::atomic<std::uint16_t> port_;  // 0 until the server runs, when any will do.
  DelayedAnswers delayed_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace

Result<std::unique_ptr<LittleWeb>> start_little_web(LittleWebOptions options,
                                                    const Clock& clock) {
  if (options.speed <= 0) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("little web: speed must be above 0, not {}", options.speed)};
  }
  const Time epoch =
      std::chrono::floor<std::chrono::seconds>(options.epoch.value_or(clock.now()));
  auto web = std::make_unique<LittleWebServer>(options, epoch, clock);
  TRY(web->start());
  return std::unique_ptr<LittleWeb>(std::move(web));
}

}  // namespace curlew::sim
