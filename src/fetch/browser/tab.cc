#include "fetch/browser/tab.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "fetch/browser/base64.h"
#include "fetch/browser/basic_auth.h"
#include "url/url.h"

namespace curlew::fetch {
namespace {

namespace json = boost::json;
using http::TransferEnd;

constexpr int kMaxReloads = 1;  // Of a page by itself, as cookie checks do.

// Paused on their way; everything else passes without asking us. "Other" has the icons
// of sites, which Chromium asks for by itself, and the scripts of workers.
json::array paused_requests() {
  json::array patterns;
  for (const char* type : {"Document", "Image", "Media", "Font", "Other"}) {
    patterns.push_back(json::object{{"urlPattern", "*"}, {"resourceType", type}});
  }
  patterns.push_back(json::object{
      {"urlPattern", "*"}, {"resourceType", "Document"}, {"requestStage", "Response"}});
  return patterns;
}

// In a world of its own, where the page cannot replace what is called. Lone surrogates
// have no form in UTF-8.
constexpr std::string_view kSerialize = R"((() => {{
  const html = (document.doctype ? '<!DOCTYPE html>\n' : '') +
      document.documentElement.outerHTML;
  return html.length > {} ? null : html.toWellFormed();
}})())";

// Nothing moves any more, and no cursor blinks. How tall the page is.
constexpr std::string_view kHoldStill = R"((() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important;' +
      ' transition: none !important; caret-color: transparent !important;' +
      ' scroll-behavior: auto !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const animation of document.getAnimations()) animation.cancel();
  scrollTo(0, 0);
  return Math.ceil(Math.max(document.documentElement.scrollHeight,
                            document.body ? document.body.scrollHeight : 0));
})())";

http::Headers headers_of(const json::object& parameters) {
  http::Headers headers;
  const auto* list = parameters.if_contains("responseHeaders");
  if (list == nullptr || !list->is_array()) return headers;
  for (const auto& entry : list->get_array()) {
    if (!entry.is_object()) continue;
    headers.emplace_back(text_field(entry.get_object(), "name"),
                         text_field(entry.get_object(), "value"));
  }
  return headers;
}

bool is_page(const http::Headers& headers) {
  const auto type =
      to_ascii_lower(http::find_header(headers, "content-type").value_or("text/html"));
  return type.starts_with("text/html") || type.starts_with("application/xhtml");
}

// Those of the bytes as sent do not describe the DOM; above all its validators do not:
// the page around a script may stay while what the script shows changes.
void describe_dom(http::Headers& headers) {
  std::erase_if(headers, [](const auto& header) {
    const auto name = to_ascii_lower(header.first);
    return name == "content-encoding" || name == "content-length" ||
           name == "transfer-encoding" || name == "content-type" || name == "etag" ||
           name == "last-modified";
  });
  headers.emplace_back("Content-Type", "text/html; charset=utf-8");
}

// As it says itself: "image/avif,image/webp,…".
bool wants_picture(const json::object& parameters) {
  const auto& headers = object_field(object_field(parameters, "request"), "headers");
  return text_field(headers, "Accept").starts_with("image/");
}

TransferEnd to_end(std::string_view net_error) {
  const auto is_about = [&](std::string_view part) {
    return net_error.find(part) != net_error.npos;
  };
  if (is_about("ERR_CERT") || is_about("ERR_SSL")) return TransferEnd::kTlsFailed;
  if (is_about("TIMED_OUT")) return TransferEnd::kTimedOut;
  return TransferEnd::kBroken;
}

}  // namespace

Tab::Tab(DevToolsPipe& pipe, GuardProxy& proxy, http::Request request, TabLimits limits,
         const Clock& clock)
    : pipe_(pipe),
      proxy_(proxy),
      request_(std::move(request)),
      limits_(limits),
      clock_(clock),
      began_(clock.steady()),
      credentials_(proxy.admit({.bytes = limits.traffic})) {}

Tab::~Tab() {
  if (!context_.empty()) {
    pipe_.call("Target.disposeBrowserContext", {{"browserContextId", context_}});
  }
  proxy_.dismiss(credentials_.user);
}

void Tab::call(std::string_view method, json::object parameters, Step next) {
  DevToolsPipe::Reply reply;
  if (next != nullptr) {
    reply = [weak = weak_from_this(), next](const Result<json::object>& result) {
      const auto tab = weak.lock();
      if (tab == nullptr || tab->has_ended_) return;
      if (!result.ok() && tab->picture_asked_) return tab->end();
      if (!result.ok()) return tab->fail(TransferEnd::kBroken, result.error().text);
      ((*tab).*next)(*result);
    };
  }
  pipe_.call(method, std::move(parameters), session_, std::move(reply));
}

void Tab::begin() {
  call("Target.createBrowserContext", {{"disposeOnDetach", true}}, &Tab::on_context);
}

void Tab::on_context(const json::object& result) {
  context_ = text_field(result, "browserContextId");
  call("Browser.setDownloadBehavior",
       {{"behavior", "deny"}, {"browserContextId", context_}});
  call("Target.createTarget", {{"url", "about:blank"}, {"browserContextId", context_}},
       &Tab::on_target);
}

void Tab::on_target(const json::object& result) {
  target_ = text_field(result, "targetId");
  call("Target.attachToTarget", {{"targetId", target_}, {"flatten", true}},
       &Tab::on_session);
}

void Tab::on_session(const json::object& result) {
  session_ = text_field(result, "sessionId");
  call("Fetch.enable", {{"handleAuthRequests", true}, {"patterns", paused_requests()}});
  call("Page.enable", {});
  if (request_.wants_picture) {
    // The same however large a window the browser would have.
    call("Emulation.setDeviceMetricsOverride", {{"width", limits_.picture_width},
                                                {"height", 900},
                                                {"deviceScaleFactor", 1},
                                                {"mobile", false}});
  }
  call("Page.setLifecycleEventsEnabled", {{"enabled", true}}, &Tab::on_prepared);
}

// Not before the blank page has answered: else the new page may be there before the
// browser tells of its events.
void Tab::on_prepared(const json::object&) {
  navigated_ = clock_.steady();  // A browser that has to start first takes seconds.
  call("Page.navigate", {{"url", request_.url}}, &Tab::on_navigated);
}

// The proxy knows better than the browser why a server was not reached.
void Tab::on_navigated(const json::object& result) {
  const auto error = text_field(result, "errorText");
  if (error.empty()) return;
  const auto traffic = proxy_.traffic(credentials_.user);
  if (traffic.is_over_budget) return on_time();
  const auto url = url::parse_url(request_.url);
  for (const ProxyFailure& failure : traffic.failures) {
    if (url.ok() && failure.host == url->host()) return fail(failure.end, failure.why);
  }
  fail(to_end(error), std::string(error));
}

void Tab::on_event(std::string_view method, const json::object& parameters) {
  if (has_ended_) return;
  if (method == "Fetch.requestPaused") return on_paused(parameters);
  if (method == "Fetch.authRequired") return on_auth_required(parameters);
  if (method == "Page.lifecycleEvent") return on_lifecycle(parameters);
  if (method == "Page.frameNavigated") {
    const auto& frame = object_field(parameters, "frame");
    if (text_field(frame, "id") == target_ && has_asked_) {
      loader_ = text_field(frame, "loaderId");
    }
  } else if (method == "Page.javascriptDialogOpening") {
    call("Page.handleJavaScriptDialog", {{"accept", false}});
  } else if (method == "Inspector.targetCrashed") {
    // Chromium gives an allocation up that fails, and its process with it.
    fail(TransferEnd::kTooLarge,
         "its tab crashed, as of a page that takes too much "
         "memory");
  }
}

void Tab::on_auth_required(const json::object& parameters) {
  const auto& challenge = object_field(parameters, "authChallenge");
  json::object answer{{"response", "CancelAuth"}};
  if (text_field(challenge, "source") == "Proxy") {
    answer = {{"response", "ProvideCredentials"},
              {"username", credentials_.user},
              {"password", credentials_.password}};
  }
  call("Fetch.continueWithAuth", {{"requestId", text_field(parameters, "requestId")},
                                  {"authChallengeResponse", std::move(answer)}});
}

void Tab::on_paused(const json::object& parameters) {
  const auto type = text_field(parameters, "resourceType");
  if (type == "Other" && !wants_picture(parameters)) return let_go_on(parameters);
  if (type != "Document") return stop(parameters, "BlockedByClient");
  if (text_field(parameters, "frameId") != target_) return let_go_on(parameters);
  if (parameters.contains("responseErrorReason")) return let_go_on(parameters);
  if (parameters.contains("responseStatusCode")) return on_own_response(parameters);
  on_own_request(parameters);
}

void Tab::on_own_request(const json::object& parameters) {
  const auto& asked = object_field(parameters, "request");
  const auto id = text_field(parameters, "requestId");
  const auto url = text_field(asked, "url");
  if (!has_asked_) {
    has_asked_ = true;
    return call("Fetch.continueRequest",
                {{"requestId", id}, {"headers", first_headers(parameters)}});
  }
  const auto own = std::string_view(request_.url).substr(0, request_.url.find('#'));
  if (url == own && reloads_++ < kMaxReloads) {
    loaded_.reset();
    is_quiet_ = false;
    return let_go_on(parameters);
  }
  stop(parameters, "Aborted");
  // A navigation says what it accepts, a download does not.
  const bool is_download = text_field(object_field(asked, "headers"), "Accept").empty();
  if (is_download || text_field(asked, "method") != "GET" || url == own) return;
  response_.status = 302;
  response_.headers = {{"Location", std::string(url)}};
  end();
}

// The browser's, with those of the request in their place; conditions are left out, as
// validators do not speak for the DOM.
json::array Tab::first_headers(const json::object& parameters) const {
  json::array headers;
  const auto add = [&](std::string_view name, std::string_view value) {
    headers.push_back(json::object{{"name", name}, {"value", value}});
  };
  const auto& own = object_field(object_field(parameters, "request"), "headers");
  for (const auto& header : own) {
    const std::string_view name(header.key().data(), header.key().size());
    if (!http::find_header(request_.headers, name)) add(name, text_field(own, name));
  }
  for (const auto& [name, value] : request_.headers) {
    if (!starts_with_ignoring_case(name, "if-")) add(name, value);
  }
  if (!request_.basic_credentials.empty()) {
    add("Authorization", basic_authorization(request_.basic_credentials));
  }
  return headers;
}

void Tab::on_own_response(const json::object& parameters) {
  const auto& status = parameters.at("responseStatusCode");
  response_.status = status.is_int64() ? int(status.get_int64()) : 0;
  response_.headers = headers_of(parameters);
  if (response_.status < 200 || response_.status > 299) return end();
  if (!is_page(response_.headers)) {
    return fail(TransferEnd::kBroken,
                fmt::format("is {}, which is no page to render",
                            *http::find_header(response_.headers, "content-type")));
  }
  let_go_on(parameters);
}

void Tab::let_go_on(const json::object& parameters) {
  call("Fetch.continueRequest", {{"requestId", text_field(parameters, "requestId")}});
}

void Tab::stop(const json::object& parameters, std::string_view reason) {
  call("Fetch.failRequest",
       {{"requestId", text_field(parameters, "requestId")}, {"errorReason", reason}});
}

void Tab::on_lifecycle(const json::object& parameters) {
  if (loader_.empty() || text_field(parameters, "loaderId") != loader_) return;
  if (text_field(parameters, "frameId") != target_) return;
  const auto name = text_field(parameters, "name");
  if (name == "load") loaded_ = clock_.steady();
  if (name == "networkIdle") is_quiet_ = true;
  on_time();
}

void Tab::on_time() {
  if (has_ended_) return;
  const auto now = clock_.steady();
  if (proxy_.traffic(credentials_.user).is_over_budget) {
    return fail(TransferEnd::kTooLarge,
                fmt::format("transferred more than {} bytes", limits_.traffic));
  }
  // The page is there, whatever becomes of its picture.
  if (picture_asked_ && now - *picture_asked_ >= limits_.picture_time) return end();
  if (now - began_ >= request_.limits.total) {
    return fail(TransferEnd::kTimedOut,
                fmt::format("no page in {} ms: {}", request_.limits.total.count(),
                            waits_for()));
  }
  const bool is_settled = loaded_ && (is_quiet_ || now - *loaded_ >= limits_.settle);
  const bool is_late = !loader_.empty() && now - navigated_ >= limits_.patience;
  if (!is_dom_asked_ && (is_settled || is_late)) ask_for_dom();
}

// For people who wonder what took so long.
std::string_view Tab::waits_for() const {
  if (!has_asked_) return "the browser opens no tab";
  if (loader_.empty()) return "the server does not answer";
  return is_dom_asked_ ? "its scripts do not end" : "it does not load";
}

void Tab::ask_for_dom() {
  is_dom_asked_ = true;
  call("Page.createIsolatedWorld", {{"frameId", target_}, {"worldName", "curlew"}},
       &Tab::on_world);
}

void Tab::on_world(const json::object& result) {
  const auto* world = result.if_contains("executionContextId");
  world_ = world == nullptr ? json::value() : *world;
  call("Runtime.evaluate",
       {{"expression", fmt::format(kSerialize, request_.limits.body)},
        {"contextId", world_},
        {"returnByValue", true}},
       &Tab::on_dom);
}

void Tab::on_dom(const json::object& result) {
  const auto& value = object_field(result, "result");
  response_.body = text_field(value, "value");
  if (text_field(value, "type") != "string" ||
      response_.body.size() > request_.limits.body) {
    response_.body.clear();
    return fail(TransferEnd::kTooLarge,
                fmt::format("its DOM is larger than {} bytes", request_.limits.body));
  }
  describe_dom(response_.headers);
  if (!request_.wants_picture) return end();
  ask_for_picture();
}

void Tab::ask_for_picture() {
  picture_asked_ = clock_.steady();
  call("Runtime.evaluate",
       {{"expression", kHoldStill}, {"contextId", world_}, {"returnByValue", true}},
       &Tab::on_still);
}

void Tab::on_still(const json::object& result) {
  const auto* height = object_field(result, "result").if_contains("value");
  if (height == nullptr || !height->is_number()) return end();
  const double tall =
      std::clamp(height->to_number<double>(), 1.0, double(limits_.picture_height));
  call("Page.captureScreenshot",
       {{"format", "png"},
        {"captureBeyondViewport", true},
        {"clip", json::object{{"x", 0},
                              {"y", 0},
                              {"width", limits_.picture_width},
                              {"height", tall},
                              {"scale", 1}}}},
       &Tab::on_picture);
}

void Tab::on_picture(const json::object& result) {
  response_.picture = bytes_of_base64(text_field(result, "data"));
  end();
}

void Tab::fail(TransferEnd end_of_it, std::string why) {
  if (has_ended_) return;
  response_.end = end_of_it;
  response_.error = fmt::format("{}: {}", request_.url, why);
  end();
}

void Tab::end() {
  has_ended_ = true;
  const auto traffic = proxy_.traffic(credentials_.user);
  response_.remote_address = traffic.first_address;
  response_.wire_bytes = traffic.received;
  response_.took = clock_.steady() - began_;
}

http::Response Tab::take_response() { return std::move(response_); }

}  // namespace curlew::fetch
