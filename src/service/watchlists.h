// The keyword lists of users. A list that is saved can be matched and its notices can
// be sent: what is wrong with its queries, its channel or its digest is refused here.
// Errors are kUsage and name the flag of `curlew watch`; a user who may only read
// changes none.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "model/user.h"
#include "query/parse_query.h"
#include "store/store.h"

namespace curlew::service {

// What is absent stays as it is; for a new list it is as usual.
struct WatchlistEdit {
  std::optional<std::string> name = {};
  // Instead of those that it has.
  std::optional<std::vector<std::string>> queries = {};
  std::optional<model::ListAction> action = {};
  std::optional<std::string> tag = {};
  std::optional<bool> is_paused = {};
  std::optional<bool> has_synonyms = {};
  // Another channel than it had takes neither target nor form nor secret with it.
  std::optional<model::Channel> channel = {};
  std::optional<model::DigestKind> digest = {};
  std::optional<std::uint32_t> digest_count = {};
  std::optional<std::uint32_t> hour = {};
  std::optional<std::uint32_t> weekday = {};
  // Of mail an address (empty: the user's), of a webhook where it posts to.
  std::optional<std::string> target = {};
  std::optional<std::string> form = {};
  // The key of a webhook's signatures; empty: it signs nothing.
  std::optional<std::string> secret = {};

  bool operator==(const WatchlistEdit&) const = default;
};

// "query:14: a closing parenthesis is missing", after the query cut short.
Result<void> check_query(std::string_view text);

// `key` seals the address of its feed, and what of a webhook is secret. kExists when
// the user has a list of that name. It has what it finds among the articles that are
// there (first_clips.h).
Result<store::WatchlistRow> add_watchlist(store::Store& store, std::string_view user,
                                          const WatchlistEdit& edit,
                                          const KeyReader& key,
                                          const query::Dictionary& dictionary,
                                          Time now);
Result<store::WatchlistRow> change_watchlist(store::Store& store, std::string_view user,
                                             std::string_view name,
                                             const WatchlistEdit& edit,
                                             const KeyReader& key, Time now);
// With their clips. All are looked up before anything is done.
Result<std::vector<store::WatchlistRow>> remove_watchlists(
    store::Store& store, std::string_view user, const std::vector<std::string>& names);
Result<std::vector<store::WatchlistRow>> pause_watchlists(
    store::Store& store, std::string_view user, const std::vector<std::string>& names,
    bool is_paused);

// kNotFound when the user has no list of that name.
Result<store::WatchlistRow> find_watchlist(store::Store& store, model::UserId user,
                                           std::string_view name);

struct UsersWatchlist {
  std::string user;
  store::WatchlistRow row;
};
// Of one user, or (empty) of all, by user and name.
Result<std::vector<UsersWatchlist>> list_watchlists(store::Store& store,
                                                    std::string_view user);

// The token of its feed. kNotFound when it was revoked.
Result<std::string> feed_token(store::Store& store, std::string_view user,
                               std::string_view name, const KeyReader& key);
// The address that it had is gone; returns the new token.
Result<std::string> renew_feed(store::Store& store, std::string_view user,
                               std::string_view name, const KeyReader& key);
Result<void> revoke_feed(store::Store& store, std::string_view user,
                         std::string_view name);

// All lists of a user as JSON (docs/formats/watchlists.md). What of webhooks is secret
// stands in it in plain text: without that it could not be read in again.
Result<std::string> export_watchlists(store::Store& store, std::string_view user,
                                      const KeyReader& key);

struct ImportedWatchlists {
  std::size_t added = 0;
  // Lists of that name that were different.
  std::size_t changed = 0;
  std::size_t known = 0;
};
// All of them or, when one is wrong, none. New ones as by add_watchlist().
Result<ImportedWatchlists> import_watchlists(store::Store& store, std::string_view user,
                                             std::string_view json,
                                             const KeyReader& key,
                                             const query::Dictionary& dictionary,
                                             Time now);

}  // namespace curlew::service
