// Why a source is due when it is: schedule/ decides it, the store keeps it, people are
// told.

#pragma once

#include <optional>
#include <string_view>

namespace curlew::model {

enum class DueReason {
  kNotVisited,  // It was not visited yet.
  kPolicy,
  kOwnInterval,
  kPublisher,
  kBackOff,
  kMinimumGap,
  kLongestGap,
  kOwnHours,
  kAsked,  // Its user asked for it.
  kHint,   // Somebody said that it has changed.
  kRank,   // From then on, when it is among the best.
};

// Who waits for his rank is not late: others were worth more.
inline constexpr DueReason kNeverLate = DueReason::kRank;

// "publisher asked": stable names for the database and JSON; kNotVisited is "".
std::string_view to_string(DueReason reason);
std::optional<DueReason> parse_due_reason(std::string_view name);

}  // namespace curlew::model
