#include "service/users.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/password.h"
#include "base/secret_token.h"
#include "service/subscribe.h"
#include "service/typed_values.h"

namespace curlew::service {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestPassword = 1'000;
constexpr Milliseconds kActivityStep = std::chrono::minutes(5);

Error wrong_user(std::string_view flag, std::string_view typed, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{} {}: {}", flag, shown_word(typed), why)};
}

Result<void> check_user_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  };
  const bool is_name = !name.empty() && name.size() <= kLongestName &&
                       std::all_of(name.begin(), name.end(), fits) &&
                       name.front() != '-' && name.front() != '.';
  if (is_name) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: a user's name has small letters, digits, '.', '-' and "
                           "'_', at most {} of them",
                           shown_word(name), kLongestName)};
}

Result<void> check_password(std::string_view password) {
  if (password.size() < kShortestPassword) {
    return Error{ErrorKind::kUsage,
                 fmt::format("the password is too short: {} bytes are the least",
                             kShortestPassword)};
  }
  if (password.size() > kLongestPassword) {
    return Error{ErrorKind::kUsage,
                 fmt::format("the password is too long: {} bytes are the most",
                             kLongestPassword)};
  }
  return {};
}

Result<void> apply_user_edit(const UserEdit& edit, store::UserRow& row) {
  model::User& user = row.user;
  if (edit.mail) {
    user.mail.clear();
    if (!edit.mail->empty()) {
      TRY_ASSIGN(user.mail, to_mail_address("--mail", *edit.mail));
    }
  }
  if (edit.time_zone) {
    TRY(check_time_zone(*edit.time_zone));
    user.time_zone = *edit.time_zone;
  }
  if (edit.language) {
    if (*edit.language != "en" && *edit.language != "el") {
      return wrong_user("--language", *edit.language, "there are en and el");
    }
    user.language = *edit.language;
  }
  user.role = edit.role.value_or(user.role);
  if (edit.password) {
    TRY(check_password(*edit.password));
    TRY_ASSIGN(row.password, hash_password(*edit.password));
  }
  return {};
}

// Somebody must be able to do everything while there is somebody.
Result<void> expect_other_admin(store::Store& store, const model::User& user) {
  if (user.role != model::Role::kAdmin) return {};
  TRY_ASSIGN(const auto all, store.users().list());
  const bool has_other =
      std::any_of(all.begin(), all.end(), [&](const store::UserRow& each) {
        return each.user.id != user.id && each.user.role == model::Role::kAdmin;
      });
  if (has_other || all.size() == 1) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{} is the only administrator; make another one first: "
                           "curlew user edit NAME --role admin",
                           user.name)};
}

// Digests are due by the clock of their user.
Result<void> move_digests(store::Store& store, const model::User& user, Time now) {
  TRY_ASSIGN(const auto lists, store.watchlists().of_user(user.id));
  for (const store::WatchlistRow& row : lists) {
    TRY_ASSIGN(const auto next, next_digest(row.list, user.time_zone, now));
    if (next) TRY(store.watchlists().set_next_digest(row.list.id, next));
  }
  return {};
}

std::vector<model::SourceId> sources_in(
    const std::vector<model::Subscription>& subscriptions) {
  std::vector<model::SourceId> sources;
  for (const model::Subscription& each : subscriptions) sources.push_back(each.source);
  return sources;
}

}  // namespace

store::SecretAddress make_secret_address(const SealingKey& key,
                                         std::string_view belongs_to) {
  const std::string token = make_secret_token();
  return {key.seal(token, belongs_to), mark_of_token(token)};
}

store::SecretAddress revoked_address() {
  return {"", mark_of_token(make_secret_token())};
}

Result<model::User> add_user(store::Store& store, std::string_view name,
                             const UserEdit& edit, const KeyReader& key, Time now) {
  TRY(check_user_name(name));
  store::UserRow row;
  row.user.name = name;
  row.user.added = now;
  TRY(apply_user_edit(edit, row));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const SealingKey sealing, key());
  row.page = make_secret_address(sealing, store::kPageToken);
  TRY_ASSIGN(const auto count, store.users().count());
  if (count == 0) row.user.role = model::Role::kAdmin;
  TRY_ASSIGN(row.user.id, store.users().add(row));
  TRY(transaction.commit());
  return row.user;
}

Result<model::User> change_user(store::Store& store, std::string_view name,
                                const UserEdit& edit, Time now,
                                model::SessionId stays) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(store::UserRow row, find_user(store, name));
  if (edit.role && *edit.role != model::Role::kAdmin) {
    TRY(expect_other_admin(store, row.user));
  }
  TRY(apply_user_edit(edit, row));
  TRY(store.users().change(row));
  if (edit.time_zone) TRY(move_digests(store, row.user, now));
  if (edit.password) TRY(store.sessions().remove_others(row.user.id, stays));
  TRY(transaction.commit());
  return row.user;
}

Result<RemovedUser> remove_user(store::Store& store, std::string_view name, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const store::UserRow row, find_user(store, name));
  TRY(expect_other_admin(store, row.user));
  RemovedUser removed{row.user, {}};
  TRY_ASSIGN(const auto subscriptions, store.subscriptions().of_user(row.user.id));
  const auto sources = sources_in(subscriptions);
  TRY(store.users().remove(row.user.id));
  TRY(store.subscriptions().count_audience(sources, now));
  TRY(pause_unseen(store, sources, now));
  TRY_ASSIGN(const auto unseen, store.subscriptions().unseen(sources));
  TRY_ASSIGN(removed.unseen, store.sources().find(unseen));
  TRY(transaction.commit());
  return removed;
}

Result<store::UserRow> find_user(store::Store& store, std::string_view name) {
  if (is_plain_line(name, kLongestName)) {
    TRY_ASSIGN(auto row, store.users().find(name));
    if (row) return *std::move(row);
  }
  return Error{
      ErrorKind::kNotFound,
      fmt::format("{}: no such user; curlew user list shows them", shown_word(name))};
}

Result<Viewer> viewer_named(store::Store& store, std::string_view name) {
  if (name.empty()) return Viewer();
  TRY_ASSIGN(const store::UserRow row, find_user(store, name));
  return Viewer(row.user.id);
}

Result<bool> may_log_in(store::Store& store, std::string_view name,
                        std::string_view password) {
  // Of nobody's password; what its check costs is what counts.
  static const std::string nobodys = [] {
    auto hash = hash_password(make_secret_token());
    return hash.ok() ? *hash : std::string();
  }();
  std::optional<store::UserRow> row;
  if (is_plain_line(name, kLongestName)) {
    TRY_ASSIGN(row, store.users().find(name));
  }
  const bool has_password = row && !row->password.empty();
  const bool fits = is_password(password.substr(0, kLongestPassword + 1),
                                has_password ? row->password : nobodys);
  return has_password && fits;
}

bool is_active_news(const model::User& user, Time now) {
  return !user.last_active || now >= *user.last_active + kActivityStep;
}

Result<void> expect_writer(const model::User& user) {
  if (user.role != model::Role::kReadOnly) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{} may only read; curlew user edit {} --role user",
                           user.name, user.name)};
}

Result<void> note_active(store::Store& store, const model::User& user, Time now) {
  if (!is_active_news(user, now)) return {};
  TRY_ASSIGN(auto transaction, store.begin());
  TRY(store.users().note_active(user.id, now));
  TRY_ASSIGN(const auto subscriptions, store.subscriptions().of_user(user.id));
  const Time before = user.last_active.value_or(user.added);
  // Only one who was away for longer counts otherwise than he did.
  if (now - before >= store::kActiveTime && !subscriptions.empty()) {
    TRY(store.subscriptions().count_audience(sources_in(subscriptions), now));
  }
  return transaction.commit();
}

Result<std::string> page_token(store::Store& store, std::string_view name,
                               const KeyReader& key) {
  TRY_ASSIGN(const store::UserRow row, find_user(store, name));
  if (row.page.sealed.empty()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("the page of {} was revoked; a new address: curlew user "
                             "page {} --new",
                             row.user.name, row.user.name)};
  }
  TRY_ASSIGN(const SealingKey sealing, key());
  return sealing.open(row.page.sealed, store::kPageToken);
}

Result<std::string> renew_page(store::Store& store, std::string_view name,
                               const KeyReader& key) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(store::UserRow row, find_user(store, name));
  TRY_ASSIGN(const SealingKey sealing, key());
  row.page = make_secret_address(sealing, store::kPageToken);
  TRY(store.users().change(row));
  TRY(transaction.commit());
  return sealing.open(row.page.sealed, store::kPageToken);
}

Result<void> revoke_page(store::Store& store, std::string_view name) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(store::UserRow row, find_user(store, name));
  row.page = revoked_address();
  TRY(store.users().change(row));
  return transaction.commit();
}

}  // namespace curlew::service
