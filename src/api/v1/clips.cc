// Clips, the watchlists that found them, and their notices.

#include "service/clips.h"

#include "api/v1/cursor.h"
#include "api/v1/fields.h"
#include "api/v1/group.h"
#include "api/v1/operations.h"
#include "api/v1/reading_json.h"
#include "service/reading.h"
#include "service/search.h"
#include "service/topics.h"
#include "service/watchlists.h"

namespace curlew::api {
namespace {

using http::Access;

constexpr std::int64_t kMostPreviewed = 100;
constexpr std::int64_t kUsuallyPreviewed = 20;

service::WatchlistEdit list_edit_of(Fields& body) {
  service::WatchlistEdit edit;
  edit.name = body.text("name");
  edit.queries = body.texts("queries");
  edit.action = body.choice("action", model::parse_list_action);
  edit.tag = body.text("tag");
  edit.is_paused = body.flag("paused");
  edit.has_synonyms = body.flag("synonyms");
  edit.channel = body.choice("by", model::parse_channel);
  edit.target = body.text("to");
  edit.form = body.text("form");
  edit.secret = body.text("secret");
  if (auto digest = body.object("digest")) {
    edit.digest = digest->choice("kind", model::parse_digest_kind);
    const auto small = [&](std::string_view name, std::int64_t least,
                           std::int64_t most) -> std::optional<std::uint32_t> {
      const auto number = digest->number(name, least, most);
      if (!number) return std::nullopt;
      return std::uint32_t(*number);
    };
    edit.digest_count = small("count", 1, 1'000);
    edit.hour = small("hour", 0, 23);
    edit.weekday = small("weekday", 1, 7);
  }
  return edit;
}

class ClipGroup {
 public:
  explicit ClipGroup(const ApiContext& context) : context_(context) {}

  static Result<Answer> list(const Asked& asked) {
    Parameters given(asked.call.request);
    store::ClipChoice choice;
    choice.user = asked.user_id();
    choice.list = {given.number("list", 1, kGreatestNumber).value_or(0)};
    choice.is_unread = given.flag("unread").value_or(false);
    choice.is_muted = given.flag("muted").value_or(false);
    choice.is_starred = given.flag("starred").value_or(false);
    choice.text = given.text("q").value_or("");
    const PageAsked page = page_asked(given, "clips", 1);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const auto read,
               service::read_clips(asked.store, choice,
                                   {number_of(page.after).value_or(0)}, page.limit));
    boost::json::array items;
    for (const service::ReadingClip& row : read.rows) items.push_back(to_object(row));
    std::optional<std::string> next;
    if (read.next) next = to_cursor("clips", {std::to_string(read.next->value)});
    return list_answer(std::move(items), next);
  }

  Result<Answer> lists(const Asked& asked) const {
    TRY_ASSIGN(const auto read, service::read_lists(asked.store, asked.user_id()));
    boost::json::array items;
    for (const service::CountedList& each : read) {
      items.push_back(to_object(each, key()));
    }
    return list_answer(std::move(items));
  }

  Result<Answer> show(const Asked& asked, model::WatchlistId id,
                      int status = 200) const {
    TRY_ASSIGN(const auto read, service::read_list(asked.store, asked.user_id(), id));
    return json_answer(to_object(read, key()), status);
  }
  Result<Answer> show(const Asked& asked) const {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    return show(asked, {id});
  }

  Result<Answer> add(const Asked& asked) const {
    Fields body(asked.call.request);
    body.needed_text("name");
    const service::WatchlistEdit edit = list_edit_of(body);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const model::User user, asked.user());
    TRY_ASSIGN(const auto row,
               service::add_watchlist(asked.store, user.name, edit, key(),
                                      dictionary_of(context_), asked.now));
    return show(asked, row.list.id, 201);
  }

  Result<Answer> change(const Asked& asked) const {
    Fields body(asked.call.request);
    const service::WatchlistEdit edit = list_edit_of(body);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const model::User user, asked.user());
    TRY_ASSIGN(const service::CountedList known, own_list(asked));
    TRY(service::change_watchlist(asked.store, user.name, known.row.list.name, edit,
                                  key(), asked.now));
    return show(asked, known.row.list.id);
  }

  static Result<Answer> remove(const Asked& asked) {
    TRY_ASSIGN(const model::User user, asked.user());
    TRY_ASSIGN(const service::CountedList known, own_list(asked));
    TRY(service::remove_watchlists(asked.store, user.name, {known.row.list.name}));
    return no_content();
  }

  static Result<Answer> send(const Asked& asked) {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    TRY_ASSIGN(const model::User user, asked.user());
    TRY_ASSIGN(const auto row, service::send_now(asked.store, user, {id}, asked.now));
    return json_answer(delivery_object(row), 202);
  }

  Result<Answer> preview(const Asked& asked) const {
    Fields body(asked.call.request);
    const auto queries = body.texts("queries").value_or(std::vector<std::string>());
    const bool has_synonyms = body.flag("synonyms").value_or(true);
    const auto limit =
        body.number("limit", 0, kMostPreviewed).value_or(kUsuallyPreviewed);
    if (queries.empty()) body.refuse("queries", "must have a query");
    if (queries.size() > service::kMostJoined) body.refuse("queries", "has too many");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto checked = service::check_query(queries[i]);
      if (checked.ok()) continue;
      auto problem = to_problem(checked.error(), "queries");
      if (!problem) return checked.error();
      problem->members.emplace_back("item", std::to_string(i));
      return Answer(*std::move(problem));
    }
    service::SearchRequest request;
    request.query = service::any_of(queries);
    request.viewer = asked.viewer();
    request.limit = std::size_t(limit);
    request.synonyms = has_synonyms ? query::Synonyms::kUsed : query::Synonyms::kUnused;
    TRY_ASSIGN(
        const auto preview,
        service::preview(asked.store, request, dictionary_of(context_), asked.now));
    std::vector<store::ArticleRow> articles;
    for (const service::SearchRow& row : preview.rows) articles.push_back(row.article);
    TRY_ASSIGN(auto rows,
               service::reading_rows(asked.store, std::move(articles), asked.viewer()));
    TRY_ASSIGN(const auto unknown,
               service::unknown_topics(asked.store, queries, asked.viewer()));
    return json_answer(preview_object(preview, std::move(rows), unknown));
  }

  static Result<Answer> deliveries(const Asked& asked) {
    Parameters given(asked.call.request);
    const auto list = given.number("list", 1, kGreatestNumber);
    service::DeliveryQuery query;
    query.state = given.choice("state", model::parse_delivery_state);
    const PageAsked page = page_asked(given, "deliveries", 1);
    if (const auto wrong = given.problem()) return Answer(*wrong);
    TRY_ASSIGN(const model::User user, asked.user());
    query.user = user.name;
    if (list) {
      TRY_ASSIGN(const auto known, service::read_list(asked.store, user.id, {*list}));
      query.list = known.row.list.name;
    }
    query.limit = page.limit + 1;
    query.before = {number_of(page.after).value_or(0)};
    TRY_ASSIGN(auto rows, service::list_deliveries(asked.store, query));
    std::optional<std::string> next;
    if (rows.size() > page.limit) {
      rows.resize(page.limit);
      next = to_cursor("deliveries", {std::to_string(rows.back().delivery.id.value)});
    }
    boost::json::array items;
    for (const store::DeliveryRow& row : rows) items.push_back(delivery_object(row));
    return list_answer(std::move(items), next);
  }

 private:
  static Result<service::CountedList> own_list(const Asked& asked) {
    TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
    return service::read_list(asked.store, asked.user_id(), {id});
  }
  const KeyReader& key() const { return context_.options.personal.key; }

  const ApiContext context_;
};

std::vector<Operation> list_operations(const ClipGroup& own) {
  return {
      {.id = "listLists",
       .pattern = "/lists",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.lists(asked); }},
      {.id = "addList",
       .method = "POST",
       .pattern = "/lists",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.add(asked); }},
      {.id = "previewList",
       .method = "POST",
       .pattern = "/lists/preview",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.preview(asked); }},
      {.id = "getList",
       .pattern = "/lists/{id}",
       .access = Access::kReader,
       .handler = [own](const Asked& asked) { return own.show(asked); }},
      {.id = "changeList",
       .method = "PATCH",
       .pattern = "/lists/{id}",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.change(asked); }},
      {.id = "removeList",
       .method = "DELETE",
       .pattern = "/lists/{id}",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = ClipGroup::remove},
      {.id = "sendNow",
       .method = "POST",
       .pattern = "/lists/{id}/send",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = ClipGroup::send},
  };
}

}  // namespace

std::vector<Operation> clip_operations(const ApiContext& context) {
  const ClipGroup own(context);
  std::vector<Operation> all = list_operations(own);
  all.push_back({.id = "listClips",
                 .pattern = "/clips",
                 .access = Access::kReader,
                 .handler = ClipGroup::list});
  all.push_back({.id = "listDeliveries",
                 .pattern = "/deliveries",
                 .access = Access::kReader,
                 .handler = ClipGroup::deliveries});
  return all;
}

}  // namespace curlew::api
