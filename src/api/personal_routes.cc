#include "api/personal_routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/pages.h"
#include "base/log.h"
#include "base/plain_text.h"
#include "publish/feed/clip_feed.h"
#include "publish/page/personal_page.h"
#include "service/personal.h"
#include "service/users.h"

namespace curlew::api {
namespace {

using http::Call;
using http::Problem;
using http::ProblemForm;

// The handler says which of three types it has.
constexpr Form kClipFeed{{.cache = http::Cache::kRevalidate}, ProblemForm::kText};
constexpr Form kPersonal{
    {.content_type = "text/html; charset=utf-8", .cache = http::Cache::kRevalidate},
    ProblemForm::kPage};
// A page with a form of our own.
constexpr Form kAsking{
    {.content_type = "text/html; charset=utf-8",
     .content_security = "default-src 'none'; style-src 'self'; base-uri 'none'; "
                         "form-action 'self'; frame-ancestors 'none'"},
    ProblemForm::kPage};
constexpr Form kStopped{{.content_type = "text/html; charset=utf-8"},
                        ProblemForm::kPage};

// The name of a feed's file, parted: its format stands at its end, which parts of
// patterns cannot have.
struct FeedFile {
  std::string_view token;
  std::string_view format;
};

FeedFile feed_file(const Call& call) {
  const std::string_view file = call.values["file"];
  const std::size_t dot = std::min(file.rfind('.'), file.size());
  return {file.substr(0, dot), file.substr(std::min(dot + 1, file.size()))};
}

Problem nobodys_address() {
  return {404, "Nothing is here", "The address may have been withdrawn."};
}

class PersonalRoutes {
 public:
  PersonalRoutes(const StatusSiteOptions& options, const Clock& clock)
      : options_(options), clock_(clock) {}

  Result<Answer> page(const Call& call, store::Store& store) const {
    TRY_ASSIGN(const auto page, service::find_personal_page(store, call.values["token"],
                                                            options_.personal));
    return page ? Answer(publish::to_html(*page)) : Answer(nobodys_address());
  }

  Result<Answer> article(const Call& call, store::Store& store) const {
    const auto id = parse_number(call.values["id"]);
    if (!id) return Answer(nobodys_address());
    TRY_ASSIGN(const auto detail,
               service::find_personal_article(store, call.values["token"], {*id},
                                              clock_.now()));
    return detail ? Answer(article_page(*detail)) : Answer(nobodys_address());
  }

  Result<Answer> feed(const Call& call, store::Store& store) const {
    const auto [token, format] = feed_file(call);
    const bool is_known = format == "atom" || format == "rss" || format == "json";
    if (!is_known) return Answer(nobodys_address());
    TRY_ASSIGN(const auto feed,
               service::find_clip_feed(store, token, format, options_.personal));
    if (!feed) return Answer(nobodys_address());
    if (format == "rss") {
      return Answer(Body(publish::to_rss(*feed), "application/rss+xml; charset=utf-8"));
    }
    if (format == "json") {
      return Answer(
          Body(publish::to_json_feed(*feed), "application/feed+json; charset=utf-8"));
    }
    return Answer(Body(publish::to_atom(*feed), "application/atom+xml; charset=utf-8"));
  }

  static Result<Answer> ask_to_stop(const Call& call, store::Store& store) {
    TRY_ASSIGN(const auto name, service::find_list_name(store, call.values["token"]));
    return name ? Answer(stop_page(*name)) : Answer(nobodys_address());
  }

  // Mail programs post here by themselves (RFC 8058), so that nothing more is asked.
  Result<Answer> stop(const Call& call) const {
    if (!options_.open_to_write) return Answer(nobodys_address());
    TRY_ASSIGN(const auto store, options_.open_to_write());
    TRY_ASSIGN(const auto name, service::stop_notices(*store, call.values["token"]));
    if (!name) return Answer(nobodys_address());
    return Answer(message_page("Nothing more is sent",
                               fmt::format("The list {} stays, with its feed and its "
                                           "place on your page.",
                                           plain_text(*name))));
  }

  // Of whoever looked. Nobody waits for it, and a page does not fail with it.
  void note_looking(const Result<std::optional<model::User>>& user) const {
    if (!user.ok() || !*user || !options_.open_to_write) return;
    const Time now = clock_.now();
    if (!service::is_active_news(**user, now)) return;
    const auto store = options_.open_to_write();
    const auto noted = store.ok() ? service::note_active(**store, **user, now)
                                  : Result<void>(store.error());
    if (!noted.ok()) log_warning("who is active: {}", noted.error().text);
  }

 private:
  const StatusSiteOptions& options_;
  const Clock& clock_;
};

}  // namespace

std::vector<Route> make_personal_routes(const StatusSiteOptions& options,
                                        const Clock& clock) {
  const PersonalRoutes own(options, clock);
  const AfterPage of_page = [own](const Call& call, store::Store& store) {
    own.note_looking(service::find_page_owner(store, call.values["token"]));
  };
  const AfterPage of_feed = [own](const Call& call, store::Store& store) {
    own.note_looking(service::find_feed_owner(store, feed_file(call).token));
  };
  return {
      {"/mine/{token}", kPersonal,
       [own](const Call& call, store::Store& store) { return own.page(call, store); },
       of_page},
      {"/mine/{token}/articles/{id}", kPersonal,
       [own](const Call& call, store::Store& store) {
         return own.article(call, store);
       },
       of_page},
      {"/mine/lists/{file}", kClipFeed,
       [own](const Call& call, store::Store& store) { return own.feed(call, store); },
       of_feed},
      {"/mine/stop/{token}", kAsking, PersonalRoutes::ask_to_stop},
      {"/mine/stop/{token}", kStopped,
       [own](const Call& call, store::Store&) { return own.stop(call); }, nullptr,
       "POST"},
  };
}

}  // namespace curlew::api
