#include "api/personal_routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/article_text.h"
#include "api/pages.h"
#include "api/websub_routes.h"
#include "base/log.h"
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
constexpr Form kPersonalStyle{
    {.content_type = "text/css; charset=utf-8", .cache = http::Cache::kRevalidate},
    ProblemForm::kText};
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

std::string stored_text(const service::PersonalArticle& found,
                        std::string_view page_token, const Call& call) {
  const store::ArticleRow& article = found.detail.article;
  return publish::to_html(publish::StoredTextPage{
      .language = publish::parse_language(found.user.language),
      .time_zone = found.user.time_zone,
      .title = article.title.empty() ? article.url : article.title,
      .source = article.source_title,
      .url = article.url,
      .time = article.published.value_or(article.found),
      .body_html = shown_text(found.detail, text_origin(found.detail)).html,
      .page_token = std::string(page_token),
      .path = call.request.path});
}

class PersonalRoutes {
 public:
  PersonalRoutes(const StatusSiteOptions& options, const Clock& clock)
      : options_(options), clock_(clock) {}

  std::string base_url(const Call& call) const { return base_of(call, options_); }

  Result<Answer> page(const Call& call, store::Store& store) const {
    TRY_ASSIGN(const auto page, service::find_personal_page(store, call.values["token"],
                                                            options_.personal));
    return page ? Answer(publish::to_html(*page)) : Answer(nobodys_address());
  }

  Result<Answer> article(const Call& call, store::Store& store) const {
    const auto id = parse_number(call.values["id"]);
    if (!id) return Answer(nobodys_address());
    const std::string_view token = call.values["token"];
    TRY_ASSIGN(const auto found,
               service::find_personal_article(store, token, {*id}, clock_.now()));
    return found ? Answer(stored_text(*found, token, call)) : Answer(nobodys_address());
  }

  Result<Answer> feed_article(const Call& call, store::Store& store) const {
    const auto id = parse_number(call.values["id"]);
    if (!id) return Answer(nobodys_address());
    TRY_ASSIGN(const auto found, service::find_feed_article(store, call.values["token"],
                                                            {*id}, clock_.now()));
    return found ? Answer(stored_text(*found, "", call)) : Answer(nobodys_address());
  }

  Result<Answer> feed(const Call& call, store::Store& store) const {
    const std::string base = base_url(call);
    const std::string hub = hub_address(options_, base);
    TRY_ASSIGN(auto feed,
               make_own_feed(store, call.request.path, base, hub, options_.personal));
    if (!feed) return Answer(nobodys_address());
    return Answer(Body(std::move(feed->body), feed->type,
                       link_header({base + call.request.path, hub})));
  }

  Result<Answer> ask_to_stop(const Call& call, store::Store& store) const {
    const auto list = service::list_to_stop(call.values["token"], options_.personal);
    if (!list) return Answer(nobodys_address());
    TRY_ASSIGN(const auto found, service::find_list_to_stop(store, *list));
    if (!found) return Answer(nobodys_address());
    return Answer(publish::stop_html(publish::parse_language(found->user.language),
                                     call.request.path, found->name));
  }

  // Mail programs post here by themselves (RFC 8058), so that nothing more is asked.
  Result<Answer> stop(const Call& call) const {
    const auto list = service::list_to_stop(call.values["token"], options_.personal);
    if (!list || !options_.open_to_write) return Answer(nobodys_address());
    TRY_ASSIGN(const auto store, options_.open_to_write());
    TRY_ASSIGN(const auto stopped, service::stop_notices(*store, *list));
    if (!stopped) return Answer(nobodys_address());
    const auto language = publish::parse_language(stopped->user.language);
    const publish::Words& own = publish::words(language);
    return Answer(
        publish::message_html(language, call.request.path, own.stopped,
                              fmt::format("{}: {}", stopped->name, own.list_stays)));
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

std::string personal_problem_page(const Problem& problem,
                                  const http::RequestContext& context) {
  const auto language = publish::parse_language(context.language);
  if (problem.status != 404) {
    return publish::message_html(language, context.path, problem.title, problem.detail);
  }
  const publish::Words& own = publish::words(language);
  return publish::message_html(language, context.path, own.nothing_here,
                               own.may_be_withdrawn);
}

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
      // Before the pages, whose tokens it fits.
      {publish::kPersonalStylePath, kPersonalStyle,
       [](const Call&, store::Store&) -> Result<Answer> {
         return Answer(std::string(style_sheet()));
       }},
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
      {"/mine/lists/{token}/articles/{id}", kPersonal,
       [own](const Call& call, store::Store& store) {
         return own.feed_article(call, store);
       }},
      {"/mine/stop/{token}", kAsking,
       [own](const Call& call, store::Store& store) {
         return own.ask_to_stop(call, store);
       }},
      {"/mine/stop/{token}", kStopped,
       [own](const Call& call, store::Store&) { return own.stop(call); }, nullptr,
       "POST"},
  };
}

}  // namespace curlew::api
