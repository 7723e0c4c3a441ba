// The caller himself: his settings, his sessions, and the keys of his programs.

#include <fmt/format.h>

#include <algorithm>

#include "api/callers.h"
#include "api/v1/access_json.h"
#include "api/v1/fields.h"
#include "api/v1/operations.h"
#include "service/access_keys.h"
#include "service/sessions.h"
#include "service/users.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Problem;
using model::KeyKind;

// The greatest of a list of scopes: each may what those before it may.
std::optional<model::Scope> greatest_scope(Fields& body) {
  std::optional<model::Scope> greatest;
  const auto words = body.texts("scopes");
  for (const std::string& word : words.value_or(std::vector<std::string>())) {
    const auto scope = model::parse_scope(word);
    if (!scope) {
      body.refuse("scopes", fmt::format("has \"{}\" in it; there are read, write and "
                                        "admin",
                                        word.substr(0, 40)));
      return std::nullopt;
    }
    greatest = std::max(greatest, scope);
  }
  if (!greatest) body.refuse("scopes", "must name one: read, write, admin");
  return greatest;
}

// Who may only read keeps his own account, too, by the log-in itself: a key that only
// reads may be in other hands.
std::optional<Problem> objection_to_reader(const Asked& asked) {
  const http::Caller& caller = asked.call.context.caller;
  if (caller.access >= Access::kUser || caller.by != http::Credential::kKey) {
    return std::nullopt;
  }
  return Problem{403, "A key that only reads changes nothing", "Log in for this."};
}

class MeGroup {
 public:
  explicit MeGroup(const ApiContext& context) : context_(context) {}

  static Result<Answer> show(const Asked& asked) {
    TRY_ASSIGN(const auto row, asked.store.users().find(asked.user_id()));
    if (!row) return Error{ErrorKind::kNotFound, "the caller is not a user"};
    return json_answer(user_value(*row));
  }

  Result<Answer> change(const Asked& asked) const {
    Fields body(asked.call.request);
    const service::UserEdit edit{.mail = body.text("mail"),
                                 .time_zone = body.text("time_zone"),
                                 .language = body.text("language"),
                                 .password = body.text("password")};
    const std::string current = body.text("current_password").value_or("");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    if (const auto wrong = objection_to_reader(asked)) return Answer(*wrong);
    const bool is_more = edit.mail || edit.time_zone || edit.language;
    if (is_more && asked.call.context.caller.access < Access::kUser) {
      return Answer(
          Problem{403, "Who may only read changes nothing but his password", ""});
    }
    TRY_ASSIGN(const model::User user, asked.user());
    if (edit.password) {
      TRY_ASSIGN(const auto wrong, objection_to_password(asked, user, current));
      if (wrong) return Answer(*wrong);
    }
    const http::Caller& caller = asked.call.context.caller;
    const model::SessionId stays{
        caller.by == http::Credential::kSession ? caller.credential_id : 0};
    TRY(service::change_user(asked.store, user.name, edit, asked.now, stays));
    context_.callers.forget();
    return show(asked);
  }

  static Result<Answer> sessions(const Asked& asked) {
    TRY_ASSIGN(const auto rows,
               service::list_sessions(asked.store, asked.user_id(), asked.now));
    const http::Caller& caller = asked.call.context.caller;
    const model::SessionId current{
        caller.by == http::Credential::kSession ? caller.credential_id : 0};
    boost::json::array items;
    for (const auto& row : rows) items.push_back(session_value(row, current));
    return list_answer(std::move(items));
  }

  Result<Answer> end_session(const Asked& asked) const {
    TRY_ASSIGN(const auto id, asked.number_in_path("id"));
    if (const auto wrong = objection_to_reader(asked)) return Answer(*wrong);
    TRY(service::end_session(asked.store, asked.user_id(), {id}));
    context_.callers.forget();
    return no_content();
  }

  Result<Answer> end_other_sessions(const Asked& asked) const {
    if (const auto wrong = objection_to_reader(asked)) return Answer(*wrong);
    const http::Caller& caller = asked.call.context.caller;
    TRY(service::end_other_sessions(
        asked.store, asked.user_id(),
        {caller.by == http::Credential::kSession ? caller.credential_id : 0}));
    context_.callers.forget();
    return no_content();
  }

  static Result<Answer> keys(const Asked& asked, KeyKind kind) {
    TRY_ASSIGN(const auto rows,
               service::list_access_keys(asked.store, asked.user_id(), kind));
    boost::json::array items;
    for (const auto& row : rows) items.push_back(key_object(row));
    return list_answer(std::move(items));
  }

  static Result<Answer> add_token(const Asked& asked) {
    Fields body(asked.call.request);
    const std::string name = body.needed_text("name");
    const auto scope = greatest_scope(body);
    if (scope && access_for(*scope) > asked.call.context.caller.access) {
      body.refuse("scopes", "is more than this caller may himself");
    }
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const model::User user, asked.user());
    TRY_ASSIGN(const auto made,
               service::add_token(asked.store, user, name, *scope, asked.now));
    boost::json::object token = key_object(made.row);
    token["token"] = made.secret;
    return json_answer(token, 201);
  }

  static Result<Answer> add_app_password(const Asked& asked) {
    Fields body(asked.call.request);
    const std::string name = body.needed_text("name");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const model::User user, asked.user());
    TRY_ASSIGN(const auto made,
               service::add_app_password(asked.store, user, name, asked.now));
    boost::json::object key = key_object(made.row);
    key["password"] = made.secret;
    return json_answer(key, 201);
  }

  Result<Answer> remove_key(const Asked& asked, KeyKind kind) const {
    TRY_ASSIGN(const auto id, asked.number_in_path("id"));
    TRY(service::remove_access_key(asked.store, asked.user_id(), kind, {id}));
    context_.callers.forget();
    return no_content();
  }

 private:
  // Whoever sits down at an open browser must not take the account over.
  Result<std::optional<Problem>> objection_to_password(
      const Asked& asked, const model::User& user, const std::string& current) const {
    std::optional<Problem> none;
    TRY_ASSIGN(const store::UserRow row, service::find_user(asked.store, user.name));
    if (row.password.empty()) return none;
    const std::string& address = asked.call.request.remote_address;
    // Not the tries that strangers have at his name: they must not keep him out here.
    const std::string own_tries = "me\n" + user.name;
    if (const auto wait = context_.throttle.admit(own_tries, address, asked.now)) {
      return std::optional(too_many_tries(*wait));
    }
    TRY_ASSIGN(const bool fits, service::may_log_in(asked.store, user.name, current));
    if (!fits) {
      return std::optional(Problem{422,
                                   "current_password: is wrong",
                                   "",
                                   {},
                                   {{"field", "\"current_password\""}}});
    }
    context_.throttle.succeeded(own_tries, address);
    return none;
  }

  const ApiContext context_;
};

std::vector<Operation> key_operations(const MeGroup& own) {
  return {
      {.id = "listTokens",
       .pattern = "/me/tokens",
       .access = Access::kUser,
       .handler =
           [](const Asked& asked) { return MeGroup::keys(asked, KeyKind::kToken); }},
      {.id = "addToken",
       .method = "POST",
       .pattern = "/me/tokens",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = MeGroup::add_token},
      {.id = "removeToken",
       .method = "DELETE",
       .pattern = "/me/tokens/{id}",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler =
           [own](const Asked& asked) {
             return own.remove_key(asked, KeyKind::kToken);
           }},
      {.id = "listAppPasswords",
       .pattern = "/me/app-passwords",
       .access = Access::kUser,
       .handler =
           [](const Asked& asked) { return MeGroup::keys(asked, KeyKind::kApp); }},
      {.id = "addAppPassword",
       .method = "POST",
       .pattern = "/me/app-passwords",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler = MeGroup::add_app_password},
      {.id = "removeAppPassword",
       .method = "DELETE",
       .pattern = "/me/app-passwords/{id}",
       .access = Access::kUser,
       .use = StoreUse::kWrite,
       .handler =
           [own](const Asked& asked) { return own.remove_key(asked, KeyKind::kApp); }},
  };
}

}  // namespace

std::vector<Operation> me_operations(const ApiContext& context) {
  const MeGroup own(context);
  std::vector<Operation> all = key_operations(own);
  all.push_back({.id = "getMe",
                 .pattern = "/me",
                 .access = Access::kReader,
                 .handler = MeGroup::show});
  all.push_back({.id = "changeMe",
                 .method = "PATCH",
                 .pattern = "/me",
                 .access = Access::kReader,
                 .use = StoreUse::kWrite,
                 .handler = [own](const Asked& asked) { return own.change(asked); }});
  all.push_back({.id = "listSessions",
                 .pattern = "/me/sessions",
                 .access = Access::kReader,
                 .handler = MeGroup::sessions});
  all.push_back(
      {.id = "endSession",
       .method = "DELETE",
       .pattern = "/me/sessions/{id}",
       .access = Access::kReader,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.end_session(asked); }});
  all.push_back(
      {.id = "endOtherSessions",
       .method = "DELETE",
       .pattern = "/me/sessions",
       .access = Access::kReader,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.end_other_sessions(asked); }});
  return all;
}

}  // namespace curlew::api
