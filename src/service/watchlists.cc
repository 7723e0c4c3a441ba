#include "service/watchlists.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "query/parse_query.h"
#include "service/channel_off.h"
#include "service/first_clips.h"
#include "service/typed_values.h"
#include "service/users.h"
#include "service/watchlist_edit.h"
#include "text/analyzer.h"

namespace curlew::service {
namespace {

using store::WatchlistRow;

// To change them.
Result<std::vector<WatchlistRow>> find_watchlists(
    store::Store& store, std::string_view user, const std::vector<std::string>& names) {
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY(expect_writer(owner.user));
  std::vector<WatchlistRow> rows;
  for (const std::string& name : names) {
    TRY_ASSIGN(WatchlistRow row, find_watchlist(store, owner.user.id, name));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Result<void> check_query(std::string_view text) {
  static const text::Analyzer analyzer;
  // Synonyms make no query wrong.
  const auto parsed =
      query::parse_query(text, {analyzer}, query::Synonyms::kUnused, {});
  if (parsed.ok()) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: {}", shown_word(text), parsed.error().text)};
}

Result<WatchlistRow> add_watchlist(store::Store& store, std::string_view user,
                                   const WatchlistEdit& edit, const KeyReader& key,
                                   const query::Dictionary& dictionary, Time now) {
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY(expect_writer(owner.user));
  TRY_ASSIGN(WatchlistRow row, new_watchlist(owner.user, edit, key, now));
  // Before the store is locked: it reads hundreds of articles.
  TRY_ASSIGN(auto finds, find_first(store, row.list, dictionary, now));
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto ids, store.watchlists().add({&row, 1}));
  TRY(write_first_clips(store, ids.front(), std::move(finds), now));
  TRY(transaction.commit());
  row.list.id = ids.front();
  return row;
}

Result<WatchlistRow> change_watchlist(store::Store& store, std::string_view user,
                                      std::string_view name, const WatchlistEdit& edit,
                                      const KeyReader& key, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY(expect_writer(owner.user));
  TRY_ASSIGN(WatchlistRow row, find_watchlist(store, owner.user.id, name));
  const WatchlistRow before = row;
  TRY(apply(edit, owner.user, key, now, row));
  TRY(settle_waiting(store, before, row, now));
  TRY(store.watchlists().change(row));
  TRY(transaction.commit());
  return row;
}

Result<std::vector<WatchlistRow>> remove_watchlists(
    store::Store& store, std::string_view user, const std::vector<std::string>& names) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto rows, find_watchlists(store, user, names));
  std::vector<model::WatchlistId> ids;
  for (const WatchlistRow& row : rows) ids.push_back(row.list.id);
  TRY(store.watchlists().remove(ids));
  TRY(transaction.commit());
  return rows;
}

Result<std::vector<WatchlistRow>> pause_watchlists(
    store::Store& store, std::string_view user, const std::vector<std::string>& names,
    bool is_paused) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto rows, find_watchlists(store, user, names));
  for (WatchlistRow& row : rows) {
    row.list.is_paused = is_paused;
    TRY(store.watchlists().change(row));
  }
  TRY(transaction.commit());
  return rows;
}

Result<WatchlistRow> find_watchlist(store::Store& store, model::UserId user,
                                    std::string_view name) {
  if (is_plain_line(name, kLongestListName)) {
    TRY_ASSIGN(auto row, store.watchlists().find(user, name));
    if (row) return *std::move(row);
  }
  return Error{
      ErrorKind::kNotFound,
      fmt::format("{}: no such list; curlew watch list shows them", shown_word(name))};
}

Result<std::vector<UsersWatchlist>> list_watchlists(store::Store& store,
                                                    std::string_view user) {
  std::vector<store::UserRow> users;
  if (user.empty()) {
    TRY_ASSIGN(users, store.users().list());
  } else {
    TRY_ASSIGN(store::UserRow one, find_user(store, user));
    users.push_back(std::move(one));
  }
  std::vector<UsersWatchlist> all;
  for (const store::UserRow& each : users) {
    TRY_ASSIGN(auto rows, store.watchlists().of_user(each.user.id));
    for (WatchlistRow& row : rows) all.push_back({each.user.name, std::move(row)});
  }
  return all;
}

Result<std::string> feed_token(store::Store& store, std::string_view user,
                               std::string_view name, const KeyReader& key) {
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY_ASSIGN(const WatchlistRow row, find_watchlist(store, owner.user.id, name));
  if (row.feed.sealed.empty()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("the feed of {} was revoked; --new makes a new address",
                             row.list.name)};
  }
  TRY_ASSIGN(const SealingKey sealing, key());
  return sealing.open(row.feed.sealed, store::kFeedToken);
}

Result<std::string> renew_feed(store::Store& store, std::string_view user,
                               std::string_view name, const KeyReader& key) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY_ASSIGN(WatchlistRow row, find_watchlist(store, owner.user.id, name));
  TRY_ASSIGN(const SealingKey sealing, key());
  row.feed = make_secret_address(sealing, store::kFeedToken);
  TRY(store.watchlists().change(row));
  TRY(transaction.commit());
  return sealing.open(row.feed.sealed, store::kFeedToken);
}

Result<void> revoke_feed(store::Store& store, std::string_view user,
                         std::string_view name) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const store::UserRow owner, find_user(store, user));
  TRY_ASSIGN(WatchlistRow row, find_watchlist(store, owner.user.id, name));
  row.feed = revoked_address();
  TRY(store.watchlists().change(row));
  return transaction.commit();
}

}  // namespace curlew::service
