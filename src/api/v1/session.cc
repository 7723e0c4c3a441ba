// Who calls, and how one gets in and out.

#include <fmt/format.h>

#include <algorithm>

#include "api/callers.h"
#include "api/user_json.h"
#include "api/v1/access_json.h"
#include "api/v1/fields.h"
#include "api/v1/operations.h"
#include "service/entry.h"
#include "service/sessions.h"
#include "service/users.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Problem;

std::string_view to_rights(Access access) {
  switch (access) {
    case Access::kAdmin:
      return "admin";
    case Access::kUser:
      return "write";
    case Access::kReader:
      return "read";
    default:
      return "none";
  }
}

service::Browser browser_of(const http::Call& call) {
  return {
      std::string(http::find_header(call.request.headers, "User-Agent").value_or("")),
      call.request.remote_address};
}

class SessionGroup {
 public:
  explicit SessionGroup(const ApiContext& context) : context_(context) {}

  Result<Answer> show(const Asked& asked) const {
    const http::Caller& caller = asked.call.context.caller;
    std::optional<store::UserRow> row;
    if (caller.user_id != 0) {
      TRY_ASSIGN(row, asked.store.users().find(asked.user_id()));
    }
    TRY_ASSIGN(const auto session,
               session_object(asked.store, row, row ? caller.access : Access::kPublic));
    return json_answer(session);
  }

  Result<Answer> log_in(const Asked& asked) const {
    Fields body(asked.call.request);
    const std::string name = body.needed_text("name");
    const std::string password = body.needed_text("password");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    const std::string& address = asked.call.request.remote_address;
    if (const auto wait = context_.throttle.admit(name, address, asked.now)) {
      return Answer(too_many_tries(*wait));
    }
    TRY_ASSIGN(const auto session, service::log_in(asked.store, name, password,
                                                   browser_of(asked.call), asked.now));
    if (!session) {
      return Answer(Problem{401, "The name or the password is wrong", ""});
    }
    context_.throttle.succeeded(name, address);
    return entered(asked, *session, 200);
  }

  Result<Answer> log_out(const Asked& asked) const {
    TRY(end_own_session(asked));
    Body body("");
    body.status = 204;
    body.headers.emplace_back("Set-Cookie",
                              session_cookie("", reached_by_https(asked)));
    return Answer(std::move(body));
  }

  Result<Answer> claim(const Asked& asked) const {
    Fields body(asked.call.request);
    const std::string token = body.needed_text("token");
    const auto name = body.text("name");
    const auto password = body.text("password");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    if (const auto wait =
            context_.throttle.admit("", asked.call.request.remote_address, asked.now)) {
      return Answer(too_many_tries(*wait));
    }
    const auto user =
        service::claim(asked.store, token, name.value_or(""), password.value_or(""),
                       context_.options.personal.key, asked.now);
    if (!user.ok() && user.error().kind == ErrorKind::kNotFound) {
      return Answer(Problem{401, user.error().text, ""});
    }
    if (!user.ok()) return user.error();
    return begin(asked, *user, 200);
  }

  Result<Answer> enrol(const Asked& asked) const {
    Fields body(asked.call.request);
    const std::string name = body.needed_text("name");
    const service::UserEdit edit{.mail = body.text("mail"),
                                 .time_zone = body.text("time_zone"),
                                 .language = body.text("language"),
                                 .password = body.needed_text("password")};
    const std::string invitation = body.text("invitation").value_or("");
    if (const auto wrong = body.problem()) return Answer(*wrong);
    const auto registration = context_.options.access.registration;
    const bool may =
        registration == service::Registration::kOpen ||
        (registration == service::Registration::kInvitation && !invitation.empty());
    if (!may) {
      return Answer(Problem{403,
                            registration == service::Registration::kClosed
                                ? "Nobody can become a user here by himself"
                                : "One becomes a user here by invitation",
                            "Ask the administrator."});
    }
    if (const auto wait =
            context_.throttle.admit("", asked.call.request.remote_address, asked.now)) {
      return Answer(too_many_tries(*wait));
    }
    const auto user =
        service::register_user(asked.store, registration, name, edit, invitation,
                               context_.options.personal.key, asked.now);
    if (!user.ok() && user.error().kind == ErrorKind::kNotFound) {
      return Answer(Problem{403, user.error().text, ""});
    }
    if (!user.ok()) return user.error();
    return begin(asked, *user, 201);
  }

 private:
  bool reached_by_https(const Asked& asked) const {
    return is_https(asked.call.request, context_.options.personal.public_url);
  }

  Result<boost::json::value> session_object(store::Store& store,
                                            const std::optional<store::UserRow>& row,
                                            Access access) const {
    TRY_ASSIGN(const bool claimable, service::is_claimable(store));
    const AccessOptions& options = context_.options.access;
    const bool is_open = !options.open_as.empty();
    return boost::json::value(boost::json::object{
        {"access", is_open ? "open" : "login"},
        {"registration", to_string(options.registration)},
        {"claimable", claimable && !is_open},
        {"user", row ? user_value(*row) : boost::json::value(nullptr)},
        {"rights", to_rights(access)},
        {"version",
         row ? boost::json::value(options.version) : boost::json::value(nullptr)}});
  }

  Result<void> end_own_session(const Asked& asked) const {
    const http::Caller& caller = asked.call.context.caller;
    if (caller.by != http::Credential::kSession) return {};
    const auto ended =
        service::end_session(asked.store, asked.user_id(), {caller.credential_id});
    // Another window may have been quicker.
    if (!ended.ok() && ended.error().kind != ErrorKind::kNotFound) return ended.error();
    context_.callers.forget();
    return {};
  }

  Result<Answer> begin(const Asked& asked, const model::User& user, int status) const {
    TRY_ASSIGN(
        const auto session,
        service::begin_session(asked.store, user, browser_of(asked.call), asked.now));
    return entered(asked, session, status);
  }

  // The session that the browser had ends: nobody who knew it is logged in by this.
  Result<Answer> entered(const Asked& asked, const service::NewSession& session,
                         int status) const {
    TRY(end_own_session(asked));
    TRY_ASSIGN(const auto row, asked.store.users().find(session.user.id));
    if (!row) return Error{ErrorKind::kNotFound, "the user was removed"};
    TRY_ASSIGN(const auto object,
               session_object(asked.store, row, access_of_role(row->user.role)));
    Answer answer = json_answer(object, status);
    std::get<Body>(answer).headers.emplace_back(
        "Set-Cookie", session_cookie(session.token, reached_by_https(asked)));
    return answer;
  }

  const ApiContext context_;
};

}  // namespace

std::vector<Operation> session_operations(const ApiContext& context) {
  const SessionGroup own(context);
  return {
      {.id = "getSession",
       .pattern = "/session",
       .access = Access::kPublic,
       .handler = [own](const Asked& asked) { return own.show(asked); }},
      {.id = "logIn",
       .method = "POST",
       .pattern = "/session",
       .access = Access::kPublic,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.log_in(asked); }},
      {.id = "logOut",
       .method = "DELETE",
       .pattern = "/session",
       .access = Access::kPublic,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.log_out(asked); }},
      {.id = "claim",
       .method = "POST",
       .pattern = "/session/claim",
       .access = Access::kPublic,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.claim(asked); }},
      {.id = "register",
       .method = "POST",
       .pattern = "/registrations",
       .access = Access::kPublic,
       .use = StoreUse::kWrite,
       .handler = [own](const Asked& asked) { return own.enrol(asked); }},
  };
}

}  // namespace curlew::api
