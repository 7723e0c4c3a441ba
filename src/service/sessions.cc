#include "service/sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plain_text.h"
#include "base/secret_token.h"
#include "service/users.h"

namespace curlew::service {
namespace {

// Of what a browser calls itself.
constexpr std::size_t kLongestAgent = 200;

store::LivingSince living_since(Time now) {
  return {now - kSessionLife, now - kSessionIdle};
}

template <typename Id>
std::vector<Id> all_but(std::vector<Id> held, const std::vector<Id>& living) {
  std::erase_if(held,
                [&](Id id) { return std::ranges::find(living, id) != living.end(); });
  return held;
}

}  // namespace

Result<std::optional<NewSession>> log_in(store::Store& store, std::string_view name,
                                         std::string_view password,
                                         const Browser& browser, Time now) {
  TRY_ASSIGN(const bool fits, may_log_in(store, name, password));
  if (!fits) return std::optional<NewSession>();
  TRY_ASSIGN(const store::UserRow row, find_user(store, name));
  TRY_ASSIGN(NewSession session, begin_session(store, row.user, browser, now));
  return std::optional(std::move(session));
}

Result<NewSession> begin_session(store::Store& store, const model::User& user,
                                 const Browser& browser, Time now) {
  NewSession session{user, {}, make_secret_token()};
  TRY_ASSIGN(auto transaction, store.begin());
  TRY(store.sessions().remove_old(living_since(now)));
  TRY_ASSIGN(session.id, store.sessions().add(
                             {.user = user.id,
                              .mark = mark_of_token(session.token),
                              .added = now,
                              .last_seen = now,
                              .agent = plain_text(browser.agent.substr(
                                  0, std::min(browser.agent.size(), kLongestAgent))),
                              .address = browser.address}));
  TRY(note_active(store, user, now));
  TRY(transaction.commit());
  return session;
}

Result<std::optional<SessionOfUser>> find_session(store::Store& store,
                                                  std::string_view token, Time now) {
  std::optional<SessionOfUser> found;
  TRY_ASSIGN(auto row, store.sessions().find(mark_of_token(token), living_since(now)));
  if (!row) return found;
  TRY_ASSIGN(auto user, store.users().find(row->user));
  if (user) found = {std::move(user->user), *std::move(row)};
  return found;
}

bool is_use_news(std::optional<Time> last, Time now) {
  return !last || now >= *last + kUseStep;
}

Result<void> note_session_used(store::Store& store, model::SessionId id, Time now) {
  return store.sessions().note_seen(id, now);
}

Result<std::vector<store::SessionRow>> list_sessions(store::Store& store,
                                                     model::UserId user, Time now) {
  return store.sessions().of_user(user, living_since(now));
}

Result<void> end_session(store::Store& store, model::UserId user, model::SessionId id) {
  TRY_ASSIGN(const bool is_removed, store.sessions().remove(user, id));
  if (is_removed) return {};
  return Error{ErrorKind::kNotFound, fmt::format("there is no session {}", id.value)};
}

Result<void> end_other_sessions(store::Store& store, model::UserId user,
                                model::SessionId stays) {
  return store.sessions().remove_others(user, stays);
}

Result<Credentials> find_ended(store::Store& store, const Credentials& held, Time now) {
  TRY_ASSIGN(const auto sessions,
             store.sessions().living(held.sessions, living_since(now)));
  TRY_ASSIGN(const auto keys, store.access_keys().living(held.keys));
  return Credentials{all_but(held.sessions, sessions), all_but(held.keys, keys)};
}

}  // namespace curlew::service
