// The outbox: notices that wait to be sent, and what became of those that were.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/delivery.h"
#include "model/ids.h"
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

class Deliveries {
 public:
  explicit Deliveries(Database& db) : db_(db) {}

  // Gives them ids that follow each other, and returns the first. What they carry is
  // written in the same transaction.
  Result<model::DeliveryId> add(std::span<const model::Delivery> deliveries);

  // The next ones to send at `now`, the longest due first: without those whose list's
  // channel is not to be tried yet, and without those in `except`, which are under way.
  Result<std::vector<model::Delivery>> next_waiting(
      Time now, std::span<const model::DeliveryId> except, std::size_t limit);
  // When the next one is due that waits now; nullopt when none does.
  Result<std::optional<Time>> next_due();
  // One that is gone, or not waiting any more, is not an error.
  Result<void> note(std::span<const DeliveryOutcome> outcomes);

  // Newest first.
  Result<std::vector<DeliveryRow>> list(const DeliveryFilter& filter,
                                        std::size_t limit);

 private:
  Database& db_;
};

}  // namespace curlew::store
