// Who uses the installation: users are added, changed, removed, and have a page at an
// address that only they know. Errors are kUsage, name the flag of `curlew user` and
// repeat what was typed cut short.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/user.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

// What is absent stays as it is; for a new user it is as usual.
struct UserEdit {
  // Empty: none.
  std::optional<std::string> mail = {};
  std::optional<model::Role> role = {};
  // IANA.
  std::optional<std::string> time_zone = {};
  std::optional<std::string> language = {};
  // In plain text; of at least kShortestPassword bytes.
  std::optional<std::string> password = {};
};

inline constexpr std::size_t kShortestPassword = 8;

// The first user is an administrator, whatever `edit` says. kExists when the name is
// taken. `key` seals the address of his page.
Result<model::User> add_user(store::Store& store, std::string_view name,
                             const UserEdit& edit, const KeyReader& key, Time now);
// A user whose time zone changes gets his digests by the new one; a new password ends
// all of his sessions but `stays`.
Result<model::User> change_user(store::Store& store, std::string_view name,
                                const UserEdit& edit, Time now,
                                model::SessionId stays = {});

struct RemovedUser {
  model::User user;
  // Sources that were private to him: nobody sees them, and they are paused.
  std::vector<store::WatchedSource> unseen;
};
// With all that is his. The last administrator stays while there are other users.
Result<RemovedUser> remove_user(store::Store& store, std::string_view name, Time now);

// kNotFound when there is no such user.
Result<store::UserRow> find_user(store::Store& store, std::string_view name);
// Who asks, by his name; empty: the operator.
Result<Viewer> viewer_named(store::Store& store, std::string_view name);
// Does he log in by this? False for one who has no password. Takes as long whether
// there is such a user or not.
Result<bool> may_log_in(store::Store& store, std::string_view name,
                        std::string_view password);
// He is looking now. Written down once in five minutes, and with it how active the
// audience of his sources is, which weighs in their ranking (RSS-A eq. 6).
Result<void> note_active(store::Store& store, const model::User& user, Time now);
// Would note_active() write something down?
bool is_active_news(const model::User& user, Time now);
// kUsage for one who may only read: he changes neither lists nor what he makes of
// articles.
Result<void> expect_writer(const model::User& user);

// Addresses that only their owner knows: of a user's page, of a list's feed. Both are
// made by this, so that there is one way to seal and to look up.
store::SecretAddress make_secret_address(const SealingKey& key,
                                         std::string_view belongs_to);
// In no way to be guessed, and known to nobody: nothing is there any more.
store::SecretAddress revoked_address();

// The token of his page. kNotFound when it was revoked.
Result<std::string> page_token(store::Store& store, std::string_view name,
                               const KeyReader& key);
// The address that he had is gone; returns the new token.
Result<std::string> renew_page(store::Store& store, std::string_view name,
                               const KeyReader& key);
Result<void> revoke_page(store::Store& store, std::string_view name);

}  // namespace curlew::service
