#include "api/websub_routes.h"

#include <fmt/format.h>

#include <utility>

#include "base/ascii.h"
#include "base/log.h"
#include "base/storable_text.h"
#include "http/form_data.h"
#include "publish/feed/clip_feed.h"
#include "service/websub.h"

namespace curlew::api {
namespace {

using http::Call;
using http::Problem;
using http::ProblemForm;

constexpr Form kWebSub{{.content_type = "text/plain; charset=utf-8"},
                       ProblemForm::kText};

// A source is not visited oftener than this because hubs tell of it.
constexpr Milliseconds kLeastBetweenHints{10'000};

Problem nobodys_callback() { return {404, "There is no such subscription", ""}; }

std::string asked_for(const Call& call, std::string_view name) {
  return call.request.parameter(name).value_or("");
}

class WebSubRoutes {
 public:
  WebSubRoutes(const StatusSiteOptions& options, const Clock& clock)
      : options_(options), clock_(clock) {}

  // Anybody may call: what is not a hub's is found out by reading, and takes nothing
  // from whoever writes.
  Result<Answer> verify(const Call& call, store::Store& read) const {
    if (!is_on()) return Answer(nobodys_callback());
    if (auto problem = unreadable_address(call.request)) {
      return Answer(*std::move(problem));
    }
    const service::HubQuestion question{
        .token = std::string(call.values["token"]),
        .mode = asked_for(call, "hub.mode"),
        .topic = asked_for(call, "hub.topic"),
        .challenge = asked_for(call, "hub.challenge"),
        .lease_seconds = asked_for(call, "hub.lease_seconds"),
        .reason = asked_for(call, "hub.reason")};
    TRY_ASSIGN(const bool is_ours, service::is_of_ours(read, question));
    if (!is_ours) return Answer(nobodys_callback());
    TRY_ASSIGN(const auto store, options_.open_to_write());
    TRY_ASSIGN(auto challenge, service::answer_hub(*store, question, clock_.now()));
    return challenge ? Answer(*std::move(challenge)) : Answer(nobodys_callback());
  }

  // A forged one is answered like a true one: whoever tries learns nothing.
  Result<Answer> push(const Call& call, store::Store& read) const {
    if (!is_on()) return Answer(nobodys_callback());
    const service::HubPush push{
        .token = std::string(call.values["token"]),
        .signature = to_ascii_lower(
            http::find_header(call.request.headers, "X-Hub-Signature").value_or("")),
        .body = call.request.body};
    TRY_ASSIGN(service::PushEnd end,
               service::judge_push(read, push, options_.personal.key));
    if (end == service::PushEnd::kTaken) {
      TRY_ASSIGN(const auto store, options_.open_to_write());
      TRY_ASSIGN(end, service::take_push(*store, push.token, clock_.now(),
                                         kLeastBetweenHints));
    }
    if (end == service::PushEnd::kUnknown) return Answer(nobodys_callback());
    if (end == service::PushEnd::kForged) {
      log_about(LogLevel::kWarning, {{"request", call.context.id}},
                "{}: a push of a hub is not signed as agreed, and ignored",
                call.context.id);
    }
    return accepted();
  }

  Result<Answer> subscribe(const Call& call) const {
    const auto field = [&](std::string_view name) {
      return http::form_value(call.request.body, name).value_or("");
    };
    service::FeedSubscription wanted{.mode = field("hub.mode"),
                                     .topic = field("hub.topic"),
                                     .path = {},
                                     .callback = field("hub.callback"),
                                     .secret = field("hub.secret"),
                                     .lease_seconds = field("hub.lease_seconds")};
    const bool is_text = is_storable_text(wanted.topic + wanted.callback);
    if (is_text) wanted.path = path_of(call, wanted.topic);
    if (wanted.path.empty() || !is_on()) {
      return Answer(Problem{404, "hub.topic is not a feed of this hub", ""});
    }
    TRY_ASSIGN(const auto store, options_.open_to_write());
    TRY_ASSIGN(const std::string objection,
               service::take_subscription(*store, wanted, options_.personal.key,
                                          clock_.now()));
    return objection.empty() ? accepted() : Answer(Problem{400, objection, ""});
  }

 private:
  bool is_on() const { return options_.has_websub && options_.open_to_write; }

  static Result<Answer> accepted() {
    Body body("accepted\n");
    body.status = 202;
    return Answer(std::move(body));
  }

  // The path of a feed that whoever calls may read: the address of a list's feed is a
  // secret, and whoever knows it may read it; those of sources are for whoever may read
  // the other pages.
  std::string path_of(const Call& call, std::string_view topic) const {
    const std::string base = base_of(call, options_);
    const std::string own = fmt::format(
        "http://{}", http::find_header(call.request.headers, "Host").value_or(""));
    for (const std::string& each : {base, own}) {
      if (!topic.starts_with(each)) continue;
      const std::string_view path = topic.substr(each.size());
      if (service::parse_list_feed_path(path)) return std::string(path);
      if (call.context.caller.is_local && service::parse_source_feed_path(path))
        return std::string(path);
    }
    return {};
  }

  const StatusSiteOptions& options_;
  const Clock& clock_;
};

}  // namespace

std::string base_of(const Call& call, const StatusSiteOptions& options) {
  if (!options.personal.public_url.empty()) return options.personal.public_url;
  return fmt::format("http://{}",
                     http::find_header(call.request.headers, "Host").value_or(""));
}

std::string hub_address(const StatusSiteOptions& options, std::string_view base) {
  return options.has_websub ? fmt::format("{}/websub", base) : std::string();
}

http::Headers link_header(const FeedAddress& at) {
  if (at.hub.empty()) return {};
  return {
      {"Link", fmt::format("<{}>; rel=\"hub\", <{}>; rel=\"self\"", at.hub, at.self)}};
}

Result<std::optional<OwnFeed>> make_own_feed(
    store::Store& store, std::string_view path, std::string_view base,
    std::string_view hub, const service::PersonalAddresses& addresses) {
  if (const auto file = service::parse_list_feed_path(path)) {
    TRY_ASSIGN(auto feed, service::find_clip_feed(store, file->token, file->format,
                                                  base, addresses));
    if (!feed) return std::optional<OwnFeed>();
    feed->hub_url = hub;
    if (file->format == "rss") {
      return std::optional(
          OwnFeed{publish::to_rss(*feed), "application/rss+xml; charset=utf-8"});
    }
    if (file->format == "json") {
      return std::optional(OwnFeed{publish::to_json_feed(*feed),
                                   "application/feed+json; charset=utf-8"});
    }
    return std::optional(
        OwnFeed{publish::to_atom(*feed), "application/atom+xml; charset=utf-8"});
  }
  const auto source = service::parse_source_feed_path(path);
  if (!source) return std::optional<OwnFeed>();
  TRY_ASSIGN(const auto found, store.sources().find(*source));
  if (!found) return std::optional<OwnFeed>();
  TRY_ASSIGN(std::string feed, write_atom(store, found->source,
                                          {.self = fmt::format("{}{}", base, path),
                                           .hub = std::string(hub)}));
  return std::optional(OwnFeed{std::move(feed), "application/atom+xml; charset=utf-8"});
}

std::vector<Route> make_websub_routes(const StatusSiteOptions& options,
                                      const Clock& clock) {
  const WebSubRoutes own(options, clock);
  return {
      {"/websub/{token}", kWebSub,
       [own](const Call& call, store::Store& store) {
         return own.verify(call, store);
       }},
      {"/websub/{token}", kWebSub,
       [own](const Call& call, store::Store& store) { return own.push(call, store); },
       nullptr, "POST"},
      {"/websub", kWebSub,
       [own](const Call& call, store::Store&) { return own.subscribe(call); }, nullptr,
       "POST"},
  };
}

}  // namespace curlew::api
