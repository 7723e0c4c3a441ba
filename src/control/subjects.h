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

// Who asks whom, by Broker::request(); see records.h.
// Any terminal: its name.
inline constexpr std::string_view kTakers = "takers";
// The controller: what is to leave the archives.
inline constexpr std::string_view kDropped = "dropped";
// The controller: the names of the terminals that are alive.
inline constexpr std::string_view kTerminals = "terminals";
// A terminal, for the copies of others' archives that it holds.
inline std::string copies_at(std::string_view holder) {
  return std::string("copies.").append(holder);
}
// Whoever holds the archive of that terminal: the terminal, or one that took it over.
inline std::string records_of(std::string_view terminal) {
  return std::string("records.").append(terminal);
}

inline std::string orders_for(std::string_view terminal) {
  return std::string("orders.").append(terminal);
}
inline std::string receipts_for(std::string_view terminal) {
  return std::string("receipts.").append(terminal);
}

}  // namespace curlew::control
