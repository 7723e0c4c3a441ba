// The administrator's: users and invitations.

#include "service/users.h"

#include "api/v1/access_json.h"
#include "api/v1/fields.h"
#include "api/v1/operations.h"
#include "service/entry.h"

namespace curlew::api {
namespace {

using http::Access;

service::UserEdit user_edit(Fields& body) {
  return {.mail = body.text("mail"),
          .role = body.choice("role", model::parse_role),
          .time_zone = body.text("time_zone"),
          .language = body.text("language"),
          .password = body.text("password")};
}

class UsersGroup {
 public:
  explicit UsersGroup(const ApiContext& context) : context_(context) {}

  static Result<Answer> list(const Asked& asked) {
    TRY_ASSIGN(const auto rows, asked.store.users().list());
    boost::json::array items;
    for (const auto& row : rows) items.push_back(user_value(row));
    return list_answer(std::move(items));
  }

  Result<Answer> add(const Asked& asked) const {
    Fields body(asked.call.request);
    const std::string name = body.needed_text("name");
    const service::UserEdit edit = user_edit(body);
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY(service::add_user(asked.store, name, edit, context_.options.personal.key,
                          asked.now));
    return shown_user(asked, name, 201);
  }

  Result<Answer> change(const Asked& asked) const {
    Fields body(asked.call.request);
    const service::UserEdit edit = user_edit(body);
    const std::string name(asked.call.values["name"]);
    if (body.text("name").value_or(name) != name) {
      body.refuse("name", "is not his name, which stays");
    }
    // Whoever sits down at an open browser must not take the account over.
    if (edit.password && name == asked.call.context.caller.user) {
      body.refuse("password", "is changed at /me, with the one that it has now");
    }
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY(service::change_user(asked.store, name, edit, asked.now));
    context_.callers.forget();
    return shown_user(asked, name, 200);
  }

  Result<Answer> remove(const Asked& asked) const {
    TRY(service::remove_user(asked.store, asked.call.values["name"], asked.now));
    context_.callers.forget();
    return no_content();
  }

  static Result<Answer> invitations(const Asked& asked) {
    TRY_ASSIGN(const auto rows, service::list_invitations(asked.store, asked.now));
    boost::json::array items;
    for (const auto& row : rows) items.push_back(invitation_value(row, ""));
    return list_answer(std::move(items));
  }

  Result<Answer> invite(const Asked& asked) const {
    Fields body(asked.call.request);
    const auto role = body.choice("role", model::parse_role);
    const std::string note = body.text("note").value_or("");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    TRY_ASSIGN(const auto made,
               service::invite(asked.store, asked.user_id(),
                               role.value_or(model::Role::kUser), note, asked.now));
    const std::string base =
        base_url(asked.call.request, context_.options.personal.public_url);
    return json_answer(
        invitation_value(made.row, base + service::invitation_path(made.token)), 201);
  }

  static Result<Answer> withdraw(const Asked& asked) {
    TRY_ASSIGN(const auto id, asked.number_in_path("id"));
    TRY(service::withdraw_invitation(asked.store, {id}));
    return no_content();
  }

 private:
  static Result<Answer> shown_user(const Asked& asked, std::string_view name,
                                   int status) {
    TRY_ASSIGN(const store::UserRow row, service::find_user(asked.store, name));
    return json_answer(user_value(row), status);
  }

  const ApiContext context_;
};

}  // namespace

std::vector<Operation> users_operations(const ApiContext& context) {
  const UsersGroup own(context);
  return {
      {.id = "listUsers",
       .pattern = "/users",
       .access = Access::kAdmin,
       .handler = UsersGroup::list},
      {.id = "addUser",
       .method = "POST",
       .pattern = "/users",
       .access = Access::kAdmin,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.add(asked); }},
      {.id = "changeUser",
       .method = "PATCH",
       .pattern = "/users/{name}",
       .access = Access::kAdmin,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.change(asked); }},
      {.id = "removeUser",
       .method = "DELETE",
       .pattern = "/users/{name}",
       .access = Access::kAdmin,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.remove(asked); }},
      {.id = "listInvitations",
       .pattern = "/invitations",
       .access = Access::kAdmin,
       .handler = UsersGroup::invitations},
      {.id = "invite",
       .method = "POST",
       .pattern = "/invitations",
       .access = Access::kAdmin,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.invite(asked); }},
      {.id = "withdrawInvitation",
       .method = "DELETE",
       .pattern = "/invitations/{id}",
       .access = Access::kAdmin,
       .use = StoreUse::kWrite,
       .handler = UsersGroup::withdraw},
  };
}

}  // namespace curlew::api
