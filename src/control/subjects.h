// The names of the broker's queues.

#pragma once

#include <string>
#include <string_view>

namespace curlew::control {

inline constexpr std::string_view kReports = "reports";
inline constexpr std::string_view kBeats = "beats";

inline std::string orders_for(std::string_view terminal) {
  return std::string("orders.").append(terminal);
}
inline std::string receipts_for(std::string_view terminal) {
  return std::string("receipts.").append(terminal);
}

}  // namespace curlew::control
