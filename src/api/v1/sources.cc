// Sources: their table, one of them, what is done with them, what is wrong with them,
// and what is at an address before it is watched.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/source_json.h"
#include "http/address_guard.h"
#include "parse/opml.h"
#include "service/own_sources.h"
#include "service/source_table.h"
#include "service/subscriptions.h"
#include "url/url.h"

namespace curlew::api {
namespace {

using http::Access;

constexpr std::size_t kMostActedOn = 10'000;
// Of the table, by number: as many as a page has.
constexpr std::size_t kMostRowsAsked = 200;

std::optional<store::SourceOrder> parse_source_order(std::string_view word) {
  if (word == "title") return store::SourceOrder::kTitle;
  if (word == "folder") return store::SourceOrder::kFolder;
  if (word == "last_new") return store::SourceOrder::kLastNew;
  if (word == "next_due") return store::SourceOrder::kNextDue;
  if (word == "failures") return store::SourceOrder::kFailures;
  return std::nullopt;
}

std::optional<service::BulkAction> parse_bulk_action(std::string_view word) {
  if (word == "visit") return service::BulkAction::kVisit;
  if (word == "pause") return service::BulkAction::kPause;
  if (word == "resume") return service::BulkAction::kResume;
  if (word == "remove") return service::BulkAction::kRemove;
  if (word == "move") return service::BulkAction::kMove;
  return std::nullopt;
}

// A state, or what is wrong or to be done with a source.
void read_source_state(Parameters& given, service::SourceTableQuery& query) {
  const auto word = given.text("state");
  if (!word) return;
  if (*word == "problem") {
    query.filter = store::SourceFilter::kProblem;
  } else if (*word == "due") {
    query.filter = store::SourceFilter::kDue;
  } else if (*word == "late") {
    query.filter = store::SourceFilter::kLate;
  } else {
    query.state = given.choice("state", parse_source_state);
  }
}

std::string source_cursor(const store::SourceKey& key, std::string_view order) {
  return to_cursor("sources",
                   {std::string(order), key.text, key.more, std::to_string(key.number),
                    std::to_string(key.source.value)});
}

// "3,17,4".
std::vector<model::SourceId> ids_asked(Parameters& given) {
  std::vector<model::SourceId> ids;
  const std::string words = given.text("ids").value_or("");
  for (std::size_t begin = 0; !words.empty() && begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const auto number =
        parse_number(std::string_view(words).substr(begin, end - begin));
    if (!number) given.refuse("ids", "is not numbers with commas between them");
    ids.push_back({number.value_or(0)});
    begin = end + 1;
  }
  if (ids.size() > kMostRowsAsked) given.refuse("ids", "has too many");
  return ids;
}

std::optional<store::SourceKey> source_key(const Key& key, std::string_view order) {
  const auto source = parse_number(key.at(4));
  if (key.at(0) != order || !source) return std::nullopt;
  // Times before 1970 are none.
  return store::SourceKey{
      key.at(1), key.at(2), parse_number(key.at(3)).value_or(0), {*source}};
}

Answer results_answer(const std::vector<service::SourceResult>& done, int status) {
  boost::json::array items;
  for (const service::SourceResult& each : done) items.push_back(to_object(each));
  return json_answer(boost::json::object{{"items", std::move(items)}}, status);
}

class SourceGroup {
 public:
  explicit SourceGroup(const ApiContext& context) : context_(context) {}

  Result<Answer> list(const Asked& asked) const {
    Parameters given(asked.call.request);
    service::SourceTableQuery query;
    query.viewer = asked.viewer();
    query.folder = given.text("folder").value_or("");
    query.text = given.text("q").value_or("");
    query.kind = given.choice("kind", parse_source_kind);
    read_source_state(given, query);
    query.ids = ids_asked(given);
    const std::string order = given.text("sort").value_or("title");
    query.order = given.choice("sort", parse_source_order).value_or(query.order);
    const PageAsked page = page_asked(given, "sources", 5);
    if (page.after) {
      query.after = source_key(*page.after, order);
      if (!query.after) given.refuse("cursor", "is not a cursor of this order");
    }
    if (const auto wrong = given.problem()) return Answer(*wrong);
    query.limit = page.limit;
    TRY_ASSIGN(const auto table,
               service::read_source_table(asked.store, query, asked.now,
                                          context_.options.limits.late_after));
    boost::json::array items;
    for (const service::SourceTableRow& row : table.rows) {
      items.push_back(to_object(row, asked.now, asked.call.context.language));
    }
    boost::json::object all{
        {"items", std::move(items)}, {"next", nullptr}, {"total", table.total}};
    if (table.next) all["next"] = source_cursor(*table.next, order);
    return json_answer(all);
  }

  Result<Answer> add(const Asked& asked) const {
    Fields body(asked.call.request);
    service::AddSources request;
    request.words = body.texts("addresses").value_or(std::vector<std::string>());
    request.edit = source_edit_of(body);
    if (request.words.empty()) body.refuse("addresses", "must name an address");
    if (request.words.size() > kMostActedOn) body.refuse("addresses", "has too many");
    for (const std::string& word : request.words) {
      // A number would change what may be another's.
      if (parse_number(word) || word.starts_with('#')) {
        body.refuse("addresses", "has a number in it, which is not an address");
      }
    }
    if (const auto wrong = body.problem()) return Answer(*wrong);
    const service::Actor actor = actor_of(asked);
    request.subscriber = actor.name;
    const auto typed = to_wanted(request);
    if (!typed.ok()) return problem_of(typed.error(), "addresses");
    const std::vector<service::WantedSource>& wanted = *typed;
    for (const service::WantedSource& each : wanted) {
      TRY_ASSIGN(const bool may_add, may_add_as(asked, actor, each));
      if (!may_add) return not_yours();
    }
    TRY_ASSIGN(const auto done,
               service::add_sources(asked.store, wanted, key(), asked.now));
    return results_answer(done, 201);
  }

  static Result<Answer> act(const Asked& asked) {
    Fields body(asked.call.request);
    service::BulkRequest request;
    const auto action = body.choice("action", parse_bulk_action);
    if (!action) body.refuse("action", "must be visit, pause, resume, remove or move");
    for (const std::int64_t id :
         body.numbers("ids").value_or(std::vector<std::int64_t>())) {
      request.targets.words.push_back("#" + std::to_string(id));
    }
    request.targets.folder = body.text("folder").value_or("");
    request.targets.failing = body.flag("failing").value_or(false);
    request.targets.all = body.flag("all").value_or(false);
    request.to = body.text("to").value_or("");
    if (!body.flag("keep_records").value_or(true)) {
      request.records = store::Sources::Records::kGo;
    }
    if (request.targets.words.size() > kMostActedOn) body.refuse("ids", "has too many");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    request.action = *action;
    const service::Actor actor = actor_of(asked);
    TRY_ASSIGN(const bool is_his, may_act(asked, actor, request));
    if (!is_his) return not_yours();
    TRY_ASSIGN(const auto done,
               service::act_on_sources(asked.store, actor, request, asked.now));
    return results_answer(done, 200);
  }

  Result<Answer> check(const Asked& asked) const {
    Fields body(asked.call.request);
    service::SourceEdit edit = source_edit_of(body);
    const auto watched = body.number("source", 1, kGreatestNumber);
    if (edit.url.empty() && !watched) body.refuse("url", "is needed");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    if (!context_.options.parts.look) return not_here("Looking at addresses");
    if (const auto read = read_address(edit); !read.ok()) {
      return problem_of(read.error(), "url");
    }
    model::Source source;
    if (watched) {
      const service::Actor actor = actor_of(asked);
      auto found = service::source_with(asked.store, actor, {*watched}, edit, key());
      if (!found.ok()) return refusal_of(asked, actor, {*watched}, found.error());
      source = *std::move(found);
    } else {
      TRY(service::apply(edit, key(), source));
    }
    const auto looks = context_.options.parts.look(source);
    boost::json::array items;
    for (const service::Look& look : looks) {
      TRY_ASSIGN(const auto known, known_source(asked, look.source.url));
      items.push_back(to_object(look, known, asked.call.context.language));
    }
    return json_answer(boost::json::object{{"items", std::move(items)}});
  }

  Result<Answer> change(const Asked& asked) const {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    Fields body(asked.call.request);
    service::SourceEdit edit = source_edit_of(body);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    if (const auto read = read_address(edit); !read.ok()) {
      return problem_of(read.error(), "url");
    }
    const service::Actor actor = actor_of(asked);
    service::SourceEdit named;
    named.title = edit.title;
    named.folder = edit.folder;
    if (edit != named) {
      TRY_ASSIGN(
          const auto known,
          service::find_source(asked.store, "#" + std::to_string(id), actor.viewer));
      TRY_ASSIGN(const bool is_his, service::may_change(asked.store, actor, {id}));
      const bool shares = edit.is_shared.value_or(false) && !actor.is_admin;
      if (!is_his || shares) return not_yours();
      const bool has_proxy = !known.source.request.proxy.empty();
      if (const auto open = expect_open(edit.url, edit.request, has_proxy);
          !open.ok()) {
        return problem_of(open.error(), "url");
      }
    }
    TRY_ASSIGN(const auto done, service::change_source(asked.store, actor, {id}, edit,
                                                       key(), asked.now));
    return json_answer(to_object(done));
  }

  static Result<Answer> remove(const Asked& asked) {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    service::BulkRequest request;
    request.action = service::BulkAction::kRemove;
    request.targets.words = {"#" + std::to_string(id)};
    TRY_ASSIGN(const auto done, service::act_on_sources(asked.store, actor_of(asked),
                                                        request, asked.now));
    if (done.empty()) return Error{ErrorKind::kNotFound, "no such subscription"};
    return json_answer(to_object(done.front()));
  }

  Result<Answer> problems(const Asked& asked) const {
    TRY_ASSIGN(const auto groups, service::read_problems(asked.store, asked.viewer()));
    boost::json::array items;
    std::int64_t total = 0;
    for (const service::ProblemGroup& each : groups) {
      total += each.count;
      items.push_back(to_object(each, asked.call.context.language));
    }
    const auto& why_no_browser = context_.options.parts.why_no_browser;
    std::string no_browser = why_no_browser ? why_no_browser() : "";
    // The whole text names the browser's path and what to set.
    if (!no_browser.empty() && !actor_of(asked).is_admin) {
      no_browser = "no browser is set up here";
    }
    return json_answer(boost::json::object{{"total", total},
                                           {"groups", std::move(items)},
                                           {"no_browser", json_shown(no_browser)}});
  }

  static Result<Answer> folders(const Asked& asked) {
    TRY_ASSIGN(const auto read, service::read_folders(asked.store, asked.viewer()));
    boost::json::array items;
    for (const service::ReadingFolder& each : read.folders) {
      items.push_back(boost::json::object{{"name", json_shown(each.name)},
                                          {"sources", each.sources},
                                          {"unread", each.unread}});
    }
    return json_answer(boost::json::object{
        {"items", std::move(items)}, {"unfiled", read.unfiled}, {"total", read.total}});
  }

  static Result<Answer> export_list(const Asked& asked) {
    TRY_ASSIGN(std::string opml,
               service::export_opml(asked.store, "", asked.now, asked.viewer()));
    return Answer(
        Body(std::move(opml), "text/x-opml; charset=utf-8",
             {{"Content-Disposition", "attachment; filename=\"curlew.opml\""}}));
  }

  Result<Answer> import_list(const Asked& asked) const {
    const auto list = service::parse_feed_list(asked.call.request.body);
    if (!list.ok()) {
      return Answer(http::Problem{422, "This is neither OPML nor a list of addresses",
                                  list.error().text});
    }
    TRY_ASSIGN(const auto done,
               service::import_feeds(
                   asked.store, *list, key(), asked.now, [](std::size_t) {},
                   asked.user_id() ? std::optional(asked.user_id()) : std::nullopt));
    const auto texts = [](const std::vector<std::string>& reasons) {
      boost::json::array all;
      for (const std::string& reason : reasons) all.push_back(json_shown(reason));
      return all;
    };
    return json_answer(boost::json::object{{"added", done.added},
                                           {"known", done.known},
                                           {"invalid", texts(done.invalid)},
                                           {"left_out", texts(done.left_out)},
                                           {"skipped", list->skipped},
                                           {"cut", list->is_cut}});
  }

 private:
  // To be added.
  Result<std::vector<service::WantedSource>> to_wanted(
      const service::AddSources& request) const {
    TRY_ASSIGN(auto all, service::to_wanted(request));
    for (const service::WantedSource& each : all) {
      TRY(expect_open(each.url, each.edit.request, false));
    }
    return all;
  }

  // An address that is a number, of a network that is never asked, is not taken only to
  // fail. What a name leads to is judged when it is asked, and what a proxy reaches is
  // the proxy's to know. `has_proxy`: the source had one before.
  Result<void> expect_open(std::string_view address, const service::RequestEdit& edit,
                           bool has_proxy) const {
    const auto& guard = context_.options.parts.guard;
    if (!guard || (edit.proxy ? !edit.proxy->empty() : has_proxy)) return {};
    const auto url = url::parse_url(address);
    std::string_view host = url.ok() ? url->host() : std::string_view();
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    const auto number = http::parse_ip_address(host);
    const auto why = number ? guard->refusal(*number) : std::nullopt;
    if (!why) return {};
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: only public addresses of http and https can be "
                             "watched, and those that fetch.allow_addresses opens: "
                             "this one is {}",
                             address, *why)};
  }

  // The address that a source is given, where it is, is written as all are, and a login
  // in it goes where it is sealed.
  static Result<void> read_address(service::SourceEdit& edit) {
    const std::string typed = std::exchange(edit.url, "");
    if (typed.empty()) return {};
    TRY_ASSIGN(auto wanted, service::to_wanted({{typed}, std::move(edit)}));
    if (wanted.front().id) {
      return Error{ErrorKind::kUsage, fmt::format("{}: is no address", typed)};
    }
    edit = std::move(wanted.front().edit);
    edit.url = std::move(wanted.front().url);
    return {};
  }

  static Result<Answer> problem_of(const Error& error, std::string_view field) {
    if (auto wrong = to_problem(error, field)) return Answer(*std::move(wrong));
    return error;
  }

  // Of what service::source_with() refused: is it his, and only mistyped?
  static Result<Answer> refusal_of(const Asked& asked, const service::Actor& actor,
                                   model::SourceId source, const Error& error) {
    if (error.kind != ErrorKind::kUsage) return error;
    TRY_ASSIGN(const bool is_his, service::may_change(asked.store, actor, source));
    if (!is_his) return not_yours();
    return error;
  }

  // What is watched already may be changed by whoever may change it.
  static Result<bool> may_add_as(const Asked& asked, const service::Actor& actor,
                                 const service::WantedSource& wanted) {
    service::SourceEdit plain;
    plain.title = wanted.edit.title;
    plain.folder = wanted.edit.folder;
    if (wanted.edit == plain) return true;
    if (wanted.edit.is_shared.value_or(false) && !actor.is_admin) return false;
    TRY_ASSIGN(const auto known, asked.store.sources().find(wanted.url));
    if (!known) return true;
    return service::may_change(asked.store, actor, known->source.id);
  }

  static Result<bool> may_act(const Asked& asked, const service::Actor& actor,
                              const service::BulkRequest& request) {
    if (actor.is_admin || request.action == service::BulkAction::kVisit ||
        request.action == service::BulkAction::kMove ||
        request.action == service::BulkAction::kRemove) {
      return true;
    }
    TRY_ASSIGN(const auto sources, service::find_seen_targets(
                                       asked.store, actor, request.targets, asked.now));
    for (const store::WatchedSource& each : sources) {
      TRY_ASSIGN(const bool is_his,
                 service::may_change(asked.store, actor, each.source.id));
      if (!is_his) return false;
    }
    return true;
  }

  // As far as the caller sees it.
  static Result<std::optional<model::SourceId>> known_source(const Asked& asked,
                                                             std::string_view url) {
    std::optional<model::SourceId> known;
    TRY_ASSIGN(const auto found, asked.store.sources().find(url));
    if (!found) return known;
    TRY_ASSIGN(const bool is_seen, asked.store.subscriptions().is_visible(
                                       asked.user_id(), found->source.id));
    if (is_seen) known = found->source.id;
    return known;
  }

  const KeyReader& key() const { return context_.options.personal.key; }

  const ApiContext context_;
};

}  // namespace

std::vector<Operation> source_operations(const ApiContext& context) {
  const SourceGroup own(context);
  return {
      {.id = "listSources",
       .pattern = "/sources",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.list(asked); }},
      {.id = "addSources",
       .method = "POST",
       .pattern = "/sources",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.add(asked); }},
      {.id = "actOnSources",
       .method = "POST",
       .pattern = "/sources/actions",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = SourceGroup::act},
      {.id = "checkAddress",
       .method = "POST",
       .pattern = "/sources/check",
       .access = Access::kUser,
       .handler = [own](const Asked& asked) { return own.check(asked); },
       .fetches = true},
      {.id = "changeSource",
       .method = "PATCH",
       .pattern = "/sources/{id}",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.change(asked); }},
      {.id = "removeSource",
       .method = "DELETE",
       .pattern = "/sources/{id}",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = SourceGroup::remove},
      {.id = "exportOpml",
       .pattern = "/opml",
       .access = Access::kReader,
       .handler = SourceGroup::export_list,
       .content_type = ""},
      {.id = "importOpml",
       .method = "POST",
       .pattern = "/opml",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.import_list(asked); }},
      {.id = "listFolders",
       .pattern = "/folders",
       .access = Access::kReader,
       .handler = SourceGroup::folders},
      {.id = "listProblems",
       .pattern = "/problems",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.problems(asked); }},
  };
}

}  // namespace curlew::api
