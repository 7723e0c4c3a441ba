// Keys that users gave to programs: tokens for our own API, passwords for reader apps.

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

struct AccessKeyRow {
  model::AccessKeyId id;
  model::UserId user;
  model::KeyKind kind = model::KeyKind::kToken;
  // What its user calls it.
  std::string name;
  model::Scope scope = model::Scope::kRead;
  // mark_of_token() of the token or password.
  std::string mark;
  // Of an app password: mark_of_token() of Fever's key, md5("name:password").
  std::string fever_mark;
  Time added;
  std::optional<Time> last_used;
};

class AccessKeys {
 public:
  explicit AccessKeys(Database& db) : db_(db) {}

  Result<model::AccessKeyId> add(const AccessKeyRow& row);
  Result<std::optional<AccessKeyRow>> find(std::string_view mark);
  Result<std::optional<AccessKeyRow>> find_by_fever(std::string_view fever_mark);
  // The newest first.
  Result<std::vector<AccessKeyRow>> of_user(model::UserId user, model::KeyKind kind);
  // Which of these are there still.
  Result<std::vector<model::AccessKeyId>> living(
      std::span<const model::AccessKeyId> ids);
  Result<void> note_used(model::AccessKeyId id, Time now);
  // False when this user has no such key.
  Result<bool> remove(model::UserId user, model::KeyKind kind, model::AccessKeyId id);

 private:
  Database& db_;
};

}  // namespace curlew::store
