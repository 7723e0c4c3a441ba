#include "service/access_keys.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/md5.h"
#include "base/secret_token.h"
#include "service/typed_values.h"

namespace curlew::service {
namespace {

constexpr std::size_t kLongestKeyName = 80;
// Longer ones are nobody's, and need not be looked up.
constexpr std::size_t kLongestShownSecret = 200;
// So that people and scanners of leaks see what it is.
constexpr std::string_view kTokenPrefix = "curlew_";

Result<NewAccessKey> add_access_key(store::Store& store, const model::User& user,
                                    NewAccessKey key, Time now) {
  const bool is_name = !key.row.name.empty() && key.row.name == trimmed(key.row.name) &&
                       is_plain_line(key.row.name, kLongestKeyName);
  if (!is_name) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--name {}: a name is one line of at most {} bytes",
                             shown_word(key.row.name), kLongestKeyName)};
  }
  key.row.user = user.id;
  key.row.mark = mark_of_token(key.secret);
  key.row.added = now;
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto held, store.access_keys().of_user(user.id, key.row.kind));
  if (held.size() >= kMostKeys) {
    return Error{ErrorKind::kLimit,
                 fmt::format("{} has {} of them; remove those that are not used",
                             user.name, held.size())};
  }
  TRY_ASSIGN(key.row.id, store.access_keys().add(key.row));
  TRY(transaction.commit());
  return key;
}

Result<std::optional<KeyOfUser>> with_user(store::Store& store,
                                           std::optional<store::AccessKeyRow> key) {
  std::optional<KeyOfUser> found;
  if (!key) return found;
  TRY_ASSIGN(auto user, store.users().find(key->user));
  if (user) found = {std::move(user->user), *std::move(key)};
  return found;
}

}  // namespace

model::Scope most_of(model::Role role) {
  switch (role) {
    case model::Role::kAdmin:
      return model::Scope::kAdmin;
    case model::Role::kUser:
      return model::Scope::kWrite;
    case model::Role::kReadOnly:
      break;
  }
  return model::Scope::kRead;
}

Result<NewAccessKey> add_token(store::Store& store, const model::User& user,
                               std::string_view name, model::Scope scope, Time now) {
  if (scope > most_of(user.role)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--scope {}: {} may not so much himself",
                             model::to_string(scope), user.name)};
  }
  NewAccessKey key;
  key.row.kind = model::KeyKind::kToken;
  key.row.name = name;
  key.row.scope = scope;
  key.secret = std::string(kTokenPrefix) + make_secret_token();
  return add_access_key(store, user, std::move(key), now);
}

Result<NewAccessKey> add_app_password(store::Store& store, const model::User& user,
                                      std::string_view name, Time now) {
  NewAccessKey key;
  key.row.kind = model::KeyKind::kApp;
  key.row.name = name;
  // An app reads and marks what was read; the role of its user counts, too.
  key.row.scope = std::min(model::Scope::kWrite, most_of(user.role));
  key.secret = make_typed_secret();
  key.row.fever_mark = mark_of_token(md5_hex(user.name + ":" + key.secret));
  return add_access_key(store, user, std::move(key), now);
}

Result<std::vector<store::AccessKeyRow>> list_access_keys(store::Store& store,
                                                          model::UserId user,
                                                          model::KeyKind kind) {
  return store.access_keys().of_user(user, kind);
}

Result<void> remove_access_key(store::Store& store, model::UserId user,
                               model::KeyKind kind, model::AccessKeyId id) {
  TRY_ASSIGN(const bool is_removed, store.access_keys().remove(user, kind, id));
  if (is_removed) return {};
  return Error{
      ErrorKind::kNotFound,
      fmt::format("there is no {} {}",
                  kind == model::KeyKind::kToken ? "token" : "app password", id.value)};
}

Result<std::optional<KeyOfUser>> find_token(store::Store& store,
                                            std::string_view token) {
  if (token.size() > kLongestShownSecret) return std::optional<KeyOfUser>();
  TRY_ASSIGN(auto key, store.access_keys().find(mark_of_token(token)));
  if (key && key->kind != model::KeyKind::kToken) key.reset();
  return with_user(store, std::move(key));
}

Result<std::optional<KeyOfUser>> find_app_key(store::Store& store,
                                              std::string_view password) {
  if (password.size() > kLongestShownSecret) return std::optional<KeyOfUser>();
  TRY_ASSIGN(auto key, store.access_keys().find(mark_of_token(password)));
  if (key && key->kind != model::KeyKind::kApp) key.reset();
  return with_user(store, std::move(key));
}

Result<std::optional<KeyOfUser>> find_app_password(store::Store& store,
                                                   std::string_view name,
                                                   std::string_view password) {
  TRY_ASSIGN(auto found, find_app_key(store, password));
  if (found && found->user.name != name) found.reset();
  return found;
}

Result<void> note_key_used(store::Store& store, model::AccessKeyId id, Time now) {
  return store.access_keys().note_used(id, now);
}

Result<std::optional<KeyOfUser>> find_fever_key(store::Store& store,
                                                std::string_view key) {
  if (key.size() > kLongestShownSecret) return std::optional<KeyOfUser>();
  TRY_ASSIGN(auto row, store.access_keys().find_by_fever(mark_of_token(key)));
  return with_user(store, std::move(row));
}

}  // namespace curlew::service
