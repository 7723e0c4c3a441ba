// A notice on its way to a user: a row of the outbox, written together with what it
// tells of, and sent after that.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/ids.h"

namespace curlew::model {

enum class DeliveryKind : std::uint8_t {
  // Of one clip.
  kClip,
  // Of all clips of a list that waited for it.
  kDigest,
  // Of the trouble of a source, or of a channel. It says all it has to say itself.
  kAlarm,
  // Of one clip, which its user wants to be sent once more to see how it looks. The
  // clip's number is its body.
  kTest,
};

enum class DeliveryState : std::uint8_t {
  kWaiting,
  // Whoever takes it has accepted it.
  kSent,
  // Given up.
  kDead,
};

struct Delivery {
  DeliveryId id;
  UserId user;
  // The list whose channel it takes; nullopt: the user's mail.
  std::optional<WatchlistId> list;
  Time created;
  // Not sent before.
  Time due;
  std::optional<Time> sent;
  std::uint32_t tries = 0;
  DeliveryKind kind = DeliveryKind::kClip;
  DeliveryState state = DeliveryState::kWaiting;
  // Of the last try that failed.
  std::string error;
  // Of an alarm; and the body of a test.
  std::string subject;
  std::string body;
};

// "clip", "waiting": stable names for the command line, the database and JSON.
std::string_view to_string(DeliveryKind kind);
std::string_view to_string(DeliveryState state);
std::optional<DeliveryKind> parse_delivery_kind(std::string_view name);
std::optional<DeliveryState> parse_delivery_state(std::string_view name);

}  // namespace curlew::model
