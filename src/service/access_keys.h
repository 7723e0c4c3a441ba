// Keys that users give to programs, and take back: tokens for the API, and passwords
// for reader apps, so that an app never learns the password that its user logs in by.
// We make them, and of so many bits that a plain SHA-256 keeps them.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/access.h"
#include "model/user.h"
#include "store/store.h"

namespace curlew::service {

inline constexpr std::size_t kMostKeys = 100;

struct NewAccessKey {
  store::AccessKeyRow row;
  // Told this once.
  std::string secret;
};

// kUsage: more than its user may himself, or a name that is none; kLimit: he has
// kMostKeys.
Result<NewAccessKey> add_token(store::Store& store, const model::User& user,
                               std::string_view name, model::Scope scope, Time now);
Result<NewAccessKey> add_app_password(store::Store& store, const model::User& user,
                                      std::string_view name, Time now);
// The newest first.
Result<std::vector<store::AccessKeyRow>> list_access_keys(store::Store& store,
                                                          model::UserId user,
                                                          model::KeyKind kind);
// kNotFound when this user has no such key.
Result<void> remove_access_key(store::Store& store, model::UserId user,
                               model::KeyKind kind, model::AccessKeyId id);

struct KeyOfUser {
  model::User user;
  store::AccessKeyRow key;
};
// nullopt: nobody has it, or not any more.
Result<std::optional<KeyOfUser>> find_token(store::Store& store,
                                            std::string_view token);
// By name and password, as apps send them that speak Google Reader, Miniflux or Basic.
Result<std::optional<KeyOfUser>> find_app_password(store::Store& store,
                                                   std::string_view name,
                                                   std::string_view password);
// By the password alone, of apps that ask for a key.
Result<std::optional<KeyOfUser>> find_app_key(store::Store& store,
                                              std::string_view password);
// By Fever's key: md5("name:password") in hexadecimal digits.
Result<std::optional<KeyOfUser>> find_fever_key(store::Store& store,
                                                std::string_view key);

Result<void> note_key_used(store::Store& store, model::AccessKeyId id, Time now);

// The most that one of this role may do.
model::Scope most_of(model::Role role);

}  // namespace curlew::service
