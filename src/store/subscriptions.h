// Who subscribes to what, and so who sees what: a source that is shared is everybody's,
// any other one its subscribers'.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/user.h"
#include "store/database.h"

namespace curlew::store {

class Subscriptions {
 public:
  explicit Subscriptions(Database& db) : db_(db) {}

  // One that is there gets the folder and title of the new one.
  Result<void> add(std::span<const model::Subscription> subscriptions);
  // Returns those of `sources` that the user was subscribed to.
  Result<std::vector<model::SourceId>> remove(model::UserId user,
                                              std::span<const model::SourceId> sources);
  // In the order of their sources' numbers.
  Result<std::vector<model::Subscription>> of_user(model::UserId user);
  // In no order.
  Result<std::vector<model::Subscription>> of_sources(
      std::span<const model::SourceId> sources);

  Result<bool> is_visible(model::UserId user, model::SourceId source);
  // In the order of their numbers.
  Result<std::vector<model::SourceId>> visible_sources(model::UserId user);
  // Those of `sources` that nobody sees: private ones without a subscriber.
  Result<std::vector<model::SourceId>> unseen(std::span<const model::SourceId> sources);

  // Before somebody joins a private one: the folder that it has is of those who were
  // there, each for himself.
  Result<void> part_folder(model::SourceId source);

  // By users: each source gets a new revision, for the controller to see.

  Result<void> set_shared(std::span<const model::SourceId> sources, bool is_shared);
  // Counts anew who waits for these sources (model::Audience), and how active they are
  // at `now`.
  Result<void> count_audience(std::span<const model::SourceId> sources, Time now);
  // The same for sources whose users were away for long or came back meanwhile, at most
  // `limit` of them. Returns how many.
  Result<std::int64_t> renew_activity(Time now, std::size_t limit);

 private:
  Result<void> renew_revisions(std::span<const model::SourceId> sources);

  Database& db_;
};

// The condition that user $1 sees source `s`.
inline constexpr std::string_view kVisibleSource =
    "(s.is_shared = 1 OR EXISTS (SELECT 1 FROM subscriptions seen"
    " WHERE seen.user_id = $1 AND seen.source_id = s.id))";
// The same, where $1 may be 0: the operator, who sees all.
inline const std::string kVisibleOrAll =
    "($1 = 0 OR " + std::string(kVisibleSource) + ")";

// How active a user is, in percent of one who reads everything: 100 when he was there
// within a week, 50 within a month, else 10. One who never was is as one who was there
// when he was added.
inline constexpr Milliseconds kActiveTime = std::chrono::hours(24 * 7);
inline constexpr Milliseconds kDormantTime = std::chrono::hours(24 * 30);

}  // namespace curlew::store
