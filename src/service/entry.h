// How one becomes a user: by the link that the first start prints, by an invitation, or
// by oneself where that is open. Links work once; what stands behind their # is told
// once, and the store has its mark.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "model/access.h"
#include "model/user.h"
#include "service/users.h"
#include "store/store.h"

namespace curlew::service {

enum class Registration { kClosed, kInvitation, kOpen };
std::string_view to_string(Registration registration);
std::optional<Registration> parse_registration(std::string_view name);

// Where a link leads, below the address of the page: the token is behind the #, so that
// no server, proxy or log sees it.
std::string claim_path(std::string_view token);
std::string invitation_path(std::string_view token);

// Is there no administrator who can log in?
Result<bool> is_claimable(store::Store& store);
// A token for the one who starts an installation that is claimable; those before it
// end. nullopt where it is not.
Result<std::optional<std::string>> offer_claim(store::Store& store, Time now);
// Makes the administrator; an administrator of that name who has no password gets this
// one. kNotFound: the token was used, or is none; kUsage: no name or password, or none
// that can be.
Result<model::User> claim(store::Store& store, std::string_view token,
                          std::string_view name, std::string_view password,
                          const KeyReader& key, Time now);

struct NewInvitation {
  store::EntryLinkRow row;
  std::string token;
};
// `by` is 0 for the operator.
Result<NewInvitation> invite(store::Store& store, model::UserId by, model::Role role,
                             std::string_view note, Time now);
// Those that wait, the newest first.
Result<std::vector<store::EntryLinkRow>> list_invitations(store::Store& store,
                                                          Time now);
// kNotFound when there is none.
Result<void> withdraw_invitation(store::Store& store, model::EntryLinkId id);

// One who comes without an invitation is a user (kUsage unless that is open).
// kNotFound: the invitation was used, or is none. kExists: the name is taken; the
// invitation stays.
Result<model::User> register_user(store::Store& store, Registration registration,
                                  std::string_view name, const UserEdit& edit,
                                  std::string_view invitation, const KeyReader& key,
                                  Time now);

}  // namespace curlew::service
