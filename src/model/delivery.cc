#include "model/delivery.h"

#include <initializer_list>

namespace curlew::model {

std::string_view to_string(DeliveryKind kind) {
  switch (kind) {
    case DeliveryKind::kClip:
      return "clip";
    case DeliveryKind::kDigest:
      return "digest";
    case DeliveryKind::kAlarm:
      return "alarm";
    case DeliveryKind::kTest:
      return "test";
  }
  return "unknown";
}

std::string_view to_string(DeliveryState state) {
  switch (state) {
    case DeliveryState::kWaiting:
      return "waiting";
    case DeliveryState::kSent:
      return "sent";
    case DeliveryState::kDead:
      return "dead";
  }
  return "unknown";
}

std::optional<DeliveryKind> parse_delivery_kind(std::string_view name) {
  for (const DeliveryKind kind : {DeliveryKind::kClip, DeliveryKind::kDigest,
                                  DeliveryKind::kAlarm, DeliveryKind::kTest}) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<DeliveryState> parse_delivery_state(std::string_view name) {
  for (const DeliveryState state :
       {DeliveryState::kWaiting, DeliveryState::kSent, DeliveryState::kDead}) {
    if (name == to_string(state)) return state;
  }
  return std::nullopt;
}

}  // namespace curlew::model
