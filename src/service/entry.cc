#include "service/entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/secret_token.h"
#include "service/typed_values.h"

namespace curlew::service {
namespace {

constexpr Milliseconds kClaimLife = std::chrono::days(30);
constexpr Milliseconds kInvitationLife = std::chrono::days(14);
constexpr std::size_t kLongestNote = 200;
constexpr std::size_t kMostInvitations = 1'000;

Error no_such_link() {
  return {ErrorKind::kNotFound,
          "this link was used already, was withdrawn, has expired, or is none"};
}

// The administrator whom a link makes may be there, and wait for a password.
Result<model::User> make_administrator(store::Store& store, std::string_view name,
                                       std::string_view password, const KeyReader& key,
                                       Time now) {
  const UserEdit edit{.role = model::Role::kAdmin, .password = std::string(password)};
  const auto known = find_user(store, name);
  const bool waits =
      known.ok() && known->user.role == model::Role::kAdmin && known->password.empty();
  if (waits) return change_user(store, name, edit, now);
  return add_user(store, name, edit, key, now);
}

}  // namespace

std::string_view to_string(Registration registration) {
  switch (registration) {
    case Registration::kClosed:
      return "closed";
    case Registration::kInvitation:
      return "invitation";
    case Registration::kOpen:
      break;
  }
  return "open";
}

std::optional<Registration> parse_registration(std::string_view name) {
  for (const auto each :
       {Registration::kClosed, Registration::kInvitation, Registration::kOpen}) {
    if (to_string(each) == name) return each;
  }
  return std::nullopt;
}

std::string claim_path(std::string_view token) {
  return "/welcome#" + std::string(token);
}

std::string invitation_path(std::string_view token) {
  return "/login#invitation=" + std::string(token);
}

Result<bool> is_claimable(store::Store& store) {
  TRY_ASSIGN(const bool can, store.users().can_administrator_log_in());
  return !can;
}

Result<std::optional<std::string>> offer_claim(store::Store& store, Time now) {
  TRY_ASSIGN(const bool is_open, is_claimable(store));
  if (!is_open) return std::optional<std::string>();
  std::string token = make_secret_token();
  TRY_ASSIGN(auto transaction, store.begin());
  TRY(store.entry_links().remove_all(model::LinkKind::kClaim));
  TRY(store.entry_links().add({.kind = model::LinkKind::kClaim,
                               .mark = mark_of_token(token),
                               .role = model::Role::kAdmin,
                               .added = now,
                               .expires = now + kClaimLife}));
  TRY(transaction.commit());
  return std::optional(std::move(token));
}

Result<model::User> claim(store::Store& store, std::string_view token,
                          std::string_view name, std::string_view password,
                          const KeyReader& key, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto link, store.entry_links().find(model::LinkKind::kClaim,
                                                       mark_of_token(token), now));
  TRY_ASSIGN(const bool is_open, is_claimable(store));
  if (!link || !is_open) return no_such_link();
  if (name.empty() || password.empty()) {
    return Error{ErrorKind::kUsage,
                 "choose a name and a password for the administrator"};
  }
  TRY_ASSIGN(model::User user, make_administrator(store, name, password, key, now));
  TRY(store.entry_links().remove_all(model::LinkKind::kClaim));
  TRY(transaction.commit());
  return user;
}

Result<NewInvitation> invite(store::Store& store, model::UserId by, model::Role role,
                             std::string_view note, Time now) {
  if (!note.empty() && !is_plain_line(note, kLongestNote)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--note {}: a note is one line of at most {} bytes",
                             shown_word(note), kLongestNote)};
  }
  NewInvitation made;
  made.token = make_secret_token();
  made.row = {.kind = model::LinkKind::kInvitation,
              .mark = mark_of_token(made.token),
              .by = by,
              .role = role,
              .note = std::string(note),
              .added = now,
              .expires = now + kInvitationLife};
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto waiting,
             store.entry_links().list(model::LinkKind::kInvitation, now));
  if (waiting.size() >= kMostInvitations) {
    return Error{ErrorKind::kLimit,
                 fmt::format("{} invitations wait; withdraw some", waiting.size())};
  }
  TRY_ASSIGN(made.row.id, store.entry_links().add(made.row));
  TRY(transaction.commit());
  return made;
}

Result<std::vector<store::EntryLinkRow>> list_invitations(store::Store& store,
                                                          Time now) {
  return store.entry_links().list(model::LinkKind::kInvitation, now);
}

Result<void> withdraw_invitation(store::Store& store, model::EntryLinkId id) {
  TRY_ASSIGN(const bool is_removed,
             store.entry_links().remove(model::LinkKind::kInvitation, id));
  if (is_removed) return {};
  return Error{ErrorKind::kNotFound,
               fmt::format("there is no invitation {}", id.value)};
}

Result<model::User> register_user(store::Store& store, Registration registration,
                                  std::string_view name, const UserEdit& edit,
                                  std::string_view invitation, const KeyReader& key,
                                  Time now) {
  UserEdit own = edit;
  own.role = model::Role::kUser;
  TRY_ASSIGN(auto transaction, store.begin());
  // Nobody becomes the administrator by being the first to come.
  TRY_ASSIGN(const auto count, store.users().count());
  const bool is_open = registration == Registration::kOpen && count > 0;
  if (!invitation.empty()) {
    TRY_ASSIGN(const auto link,
               store.entry_links().find(model::LinkKind::kInvitation,
                                        mark_of_token(invitation), now));
    if (!link || registration == Registration::kClosed) return no_such_link();
    own.role = link->role;
    TRY(store.entry_links().remove(model::LinkKind::kInvitation, link->id));
  } else if (!is_open) {
    return Error{ErrorKind::kUsage, "one becomes a user here by invitation"};
  }
  if (!own.password) {
    return Error{ErrorKind::kUsage, "--password: choose one"};
  }
  TRY_ASSIGN(model::User user, add_user(store, name, own, key, now));
  TRY(transaction.commit());
  return user;
}

}  // namespace curlew::service
