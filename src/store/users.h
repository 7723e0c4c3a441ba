// Who uses the installation. What is theirs: subscriptions.h, article_states.h,
// watchlists.h, clips.h, deliveries.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/user.h"
#include "store/database.h"

namespace curlew::store {

// An address that only its owner knows. `sealed` opens with the installation's key,
// `mark` is the SHA-256 of the token, by which it is found.
struct SecretAddress {
  std::string sealed;
  std::string mark;
};

// What the token of his page is sealed with (SealingKey::seal).
inline constexpr std::string_view kPageToken = "page token";

struct UserRow {
  model::User user;
  // argon2id, as libsodium writes it; empty: he cannot log in.
  std::string password;
  SecretAddress page;
};

class Users {
 public:
  explicit Users(Database& db) : db_(db) {}

  // kExists when somebody has the name.
  Result<model::UserId> add(const UserRow& row);
  // All of it but his id, his name, and when he was added and active. kNotFound when he
  // is gone.
  Result<void> change(const UserRow& row);
  Result<void> note_active(model::UserId user, Time now);
  // With all that is his: subscriptions, states of articles, watchlists, clips,
  // notices, sessions and keys. Sources stay.
  Result<void> remove(model::UserId user);

  Result<std::optional<UserRow>> find(std::string_view name);
  Result<std::optional<UserRow>> find(model::UserId user);
  Result<std::optional<UserRow>> find_by_page(std::string_view mark);
  // In the order of their names.
  Result<std::vector<UserRow>> list();
  Result<std::int64_t> count();
  // Is there an administrator who has a password?
  Result<bool> can_administrator_log_in();

 private:
  Database& db_;
};

}  // namespace curlew::store
