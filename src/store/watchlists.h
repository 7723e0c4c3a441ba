// The keyword lists of users: what each wants, and how its notices leave. Changes by
// users give a list a new revision ("watch revision"), so that whoever has them all in
// memory can keep up.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/user.h"
#include "store/database.h"
#include "store/users.h"

namespace curlew::store {

// Has what a list's notices are sent to taken them of late?
struct ChannelState {
  // In a row.
  std::uint32_t failures = 0;
  std::optional<Time> failing_since;
  // Not tried before.
  std::optional<Time> retry_at;
  // Of the last failure.
  std::string error;
  // Notices that it refused for good, in a row: others may be taken.
  std::uint32_t refusals = 0;

  bool operator==(const ChannelState&) const = default;
};

// What the secrets of a list are sealed with (SealingKey::seal).
inline constexpr std::string_view kFeedToken = "feed token";
inline constexpr std::string_view kWebhookTarget = "webhook target";
inline constexpr std::string_view kWebhookSecret = "webhook secret";

struct WatchlistRow {
  // A webhook's target is sealed.
  model::Watchlist list;
  std::int64_t revision = 0;
  Time added;
  // Of a digest that comes at its time.
  std::optional<Time> next_digest;
  ChannelState channel;
  // The key of a webhook's signatures, sealed; empty: it signs nothing.
  std::string secret;
  SecretAddress feed;
};

struct WatchlistChanges {
  // Ask for what came after it next.
  std::int64_t revision = 0;
  // Added or edited since.
  std::vector<WatchlistRow> changed;
  std::vector<model::WatchlistId> removed;
  bool has_more = false;
};

class Watchlists {
 public:
  explicit Watchlists(Database& db) : db_(db) {}

  // All or none; kExists when a user has a list of that name already. Ids of lists and
  // queries are given here.
  Result<std::vector<model::WatchlistId>> add(std::span<const WatchlistRow> rows);
  // All of it but its owner and when it was added. A query whose text stays keeps its
  // id. kExists when the owner has another list of that name, kNotFound when it is
  // gone.
  Result<void> change(const WatchlistRow& row);
  // With their clips and notices.
  Result<void> remove(std::span<const model::WatchlistId> lists);

  Result<std::optional<WatchlistRow>> find(model::WatchlistId list);
  Result<std::optional<WatchlistRow>> find(model::UserId user, std::string_view name);
  Result<std::optional<WatchlistRow>> find_by_feed(std::string_view mark);
  // Of those that are still there, in the order of their ids.
  Result<std::vector<WatchlistRow>> find(std::span<const model::WatchlistId> lists);
  // In the order of their names.
  Result<std::vector<WatchlistRow>> of_user(model::UserId user);
  Result<std::vector<model::WatchlistId>> ids_of(model::UserId user);

  // What changed since `revision` (0: everything), at most `limit` lists at a time.
  // Costs one number to read when nothing did.
  Result<WatchlistChanges> changed_since(std::int64_t revision, std::size_t limit);

  // By the controller: no new revision, and a list that is gone is not an error.

  // Lists whose digest is due, the longest waiting first.
  Result<std::vector<WatchlistRow>> due_digests(Time now, std::size_t limit);
  Result<void> set_next_digest(model::WatchlistId list, std::optional<Time> time);
  Result<void> save_channel(model::WatchlistId list, const ChannelState& state);

 private:
  Result<void> insert_queries(model::WatchlistId list,
                              std::span<const model::WatchQuery> queries,
                              std::int64_t first_id);

  Database& db_;
};

}  // namespace curlew::store
