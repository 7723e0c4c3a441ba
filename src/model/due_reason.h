// Why a source is due when it is: schedule/ decides it, the store keeps it, people are
// told.

#pragma once

#include <optional>
#include <string_view>

namespace curlew::model {

enum class DueReason {
  // It was not visited yet.
  kNotVisited,
  kPolicy,
  kOwnInterval,
  kPublisher,
  kBackOff,
  kMinimumGap,
  kLongestGap,
  kOwnHours,
  // Its user asked for it.
  kAsked,
  // Somebody said that it has changed.
  kHint,
  // Not at a time: as soon as it is among the best.
  kRank,
};

// Who waits for his rank is not late: others were worth more.
inline constexpr DueReason kNeverLate = DueReason::kRank;

// "publisher asked": stable names for the database and JSON; kNotVisited is "".
std::string_view to_string(DueReason reason);
std::optional<DueReason> parse_due_reason(std::string_view name);

}  // namespace curlew::model
