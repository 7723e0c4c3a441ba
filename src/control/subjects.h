// The names of the broker's queues.

#pragma once

#include <string>
#include <string_view>

namespace curlew::control {

inline constexpr std::string_view kReports = "reports";
// Reports of visits whose reading ended the process again and again: their sources are
// to be set aside.
inline constexpr std::string_view kDeadlyVisits = "deadly-visits";
inline constexpr std::string_view kBeats = "beats";

inline std::string orders_for(std::string_view terminal) {
  return std::string("orders.").append(terminal);
}
inline std::string receipts_for(std::string_view terminal) {
  return std::string("receipts.").append(terminal);
}

}  // namespace curlew::control
