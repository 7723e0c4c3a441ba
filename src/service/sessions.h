// Logging in and out. A session is known by a token that only its browser has; the
// store has its mark.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/user.h"
#include "store/store.h"

namespace curlew::service {

// A session ends when it was not used for so long, and in any case after so long.
inline constexpr Milliseconds kSessionIdle = std::chrono::days(14);
inline constexpr Milliseconds kSessionLife = std::chrono::days(90);
// That something was used is written down this often.
inline constexpr Milliseconds kUseStep = std::chrono::minutes(10);

// For whom a session is listed: so that he knows which it is.
struct Browser {
  // User-Agent.
  std::string agent;
  std::string address;
};

struct NewSession {
  model::User user;
  model::SessionId id;
  // What the cookie holds; told this once.
  std::string token;
};

// nullopt: there is no such user, or another password, or none.
Result<std::optional<NewSession>> log_in(store::Store& store, std::string_view name,
                                         std::string_view password,
                                         const Browser& browser, Time now);
// For one who showed otherwise who he is.
Result<NewSession> begin_session(store::Store& store, const model::User& user,
                                 const Browser& browser, Time now);

struct SessionOfUser {
  model::User user;
  store::SessionRow session;
};
// nullopt: it has ended, or never was.
Result<std::optional<SessionOfUser>> find_session(store::Store& store,
                                                  std::string_view token, Time now);
// Is it time to write down that it is used?
bool is_use_news(std::optional<Time> last, Time now);
Result<void> note_session_used(store::Store& store, model::SessionId id, Time now);

// The newest first.
Result<std::vector<store::SessionRow>> list_sessions(store::Store& store,
                                                     model::UserId user, Time now);
// kNotFound when this user has no such session.
Result<void> end_session(store::Store& store, model::UserId user, model::SessionId id);
// All of his but this one; 0: all.
Result<void> end_other_sessions(store::Store& store, model::UserId user,
                                model::SessionId stays);
// Which of these sessions and keys have ended.
struct Credentials {
  std::vector<model::SessionId> sessions;
  std::vector<model::AccessKeyId> keys;
};
Result<Credentials> find_ended(store::Store& store, const Credentials& held, Time now);

}  // namespace curlew::service
