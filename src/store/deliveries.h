// The outbox: notices that wait to be sent, and what became of those that were.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/delivery.h"
#include "model/ids.h"
#include "model/user.h"
#include "store/database.h"

namespace curlew::store {

// What became of a try.
struct DeliveryOutcome {
  model::DeliveryId id;
  // kWaiting: it failed, and is tried again at `time`. kSent, kDead: at `time`.
  model::DeliveryState state = model::DeliveryState::kSent;
  Time time;
  std::string error = {};
};

struct DeliveryFilter {
  std::optional<model::UserId> user = {};
  std::optional<model::WatchlistId> list = {};
  std::optional<model::DeliveryState> state = {};
  // Older than this one; 0: from the newest on.
  model::DeliveryId before = {};
};

struct DeliveryRow {
  model::Delivery delivery;
  std::string user_name;
  // Empty: it takes no list's channel.
  std::string list_name;
  // That it carries.
  std::int64_t clips = 0;
};

// How many more may be sent at once. A slow receiver of one kind leaves the other
// alone.
struct OutboxRoom {
  std::size_t mail = 0;
  std::size_t web = 0;
};

// So many notices of a list are under way at once: its receiver may be slow, and others
// wait for their turn.
inline constexpr std::size_t kMostOfList = 4;

// To be followed by the lists, "(…)": notes when each has a notice to send next. Part
// of whatever changes the notices that wait, or when a channel is tried again.
inline constexpr std::string_view kPlanNotices =
    "UPDATE watchlists SET next_notice = (SELECT CASE"
    " WHEN watchlists.retry_at > d.due THEN watchlists.retry_at ELSE d.due END"
    " FROM deliveries d WHERE d.watchlist_id = watchlists.id AND d.state = 'waiting'"
    " ORDER BY d.due LIMIT 1) WHERE id IN ";

class Deliveries {
 public:
  explicit Deliveries(Database& db) : db_(db) {}

  // Gives them ids that follow each other, and returns the first. What they carry is
  // written in the same transaction.
  Result<model::DeliveryId> add(std::span<const model::Delivery> deliveries);

  // Adds it to the last alarm of its user that is not due yet, under the other subject;
  // where there is none, it is a notice of its own. Its body ends with its line.
  Result<void> add_alarm(const model::Delivery& alarm,
                         std::string_view subject_of_several);

  // The next ones to send at `now`, those of the list that waits longest first; of a
  // list a few. Without those whose channel is not to be tried yet, and without those
  // under way. Those of lists that are sent nowhere any more come beyond the room.
  Result<std::vector<model::Delivery>> next_waiting(
      Time now, std::span<const model::Delivery> under_way, const OutboxRoom& room);
  // One that is gone, or not waiting any more, is not an error.
  Result<void> note(std::span<const DeliveryOutcome> outcomes);
  // What waits for a later try of the list's channel is due now.
  Result<void> hasten(model::WatchlistId list, Time now);
  // Gives up all of the list that wait, and says why.
  Result<void> give_up(model::WatchlistId list, std::string_view why);
  // Forgets those that ended and were made before `before`, of the `limit` oldest.
  // Returns how many.
  Result<std::int64_t> prune(Time before, std::size_t limit);

  // How many wait; at most `most` are counted.
  Result<std::int64_t> count_waiting(std::size_t most);
  // Newest first.
  Result<std::vector<DeliveryRow>> list(const DeliveryFilter& filter,
                                        std::size_t limit);

 private:
  Result<std::vector<model::WatchlistId>> lists_to_send(
      model::Channel channel, Time now, std::span<const model::WatchlistId> except,
      std::size_t limit);
  Result<void> plan_notices(std::span<const model::WatchlistId> lists);

  Database& db_;
};

}  // namespace curlew::store
