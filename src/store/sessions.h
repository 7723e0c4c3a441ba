// Browsers that users are logged in with.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/access.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct SessionRow {
  model::SessionId id;
  model::UserId user;
  // mark_of_token() of what the cookie holds.
  std::string mark;
  Time added;
  Time last_seen;
  // What the browser calls itself, and where it was when its user logged in.
  std::string agent;
  std::string address;
};

// Those that count: added and seen after these times.
struct LivingSince {
  Time added;
  Time seen;
};

class Sessions {
 public:
  explicit Sessions(Database& db) : db_(db) {}

  Result<model::SessionId> add(const SessionRow& row);
  Result<std::optional<SessionRow>> find(std::string_view mark, LivingSince since);
  // The newest first.
  Result<std::vector<SessionRow>> of_user(model::UserId user, LivingSince since);
  // Which of these are there still.
  Result<std::vector<model::SessionId>> living(std::span<const model::SessionId> ids,
                                               LivingSince since);
  Result<void> note_seen(model::SessionId id, Time now);
  // False when this user has no such session.
  Result<bool> remove(model::UserId user, model::SessionId id);
  // All of his but this one.
  Result<void> remove_others(model::UserId user, model::SessionId stays);
  // Those that do not count any more.
  Result<void> remove_old(LivingSince since);

 private:
  Database& db_;
};

}  // namespace curlew::store
