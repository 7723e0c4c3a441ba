#include "model/due_reason.h"

#include <algorithm>
#include <array>

namespace curlew::model {
namespace {

// By DueReason.
constexpr std::array<std::string_view, 11> kDueReasons{"",
                                                       "policy",
                                                       "own interval",
                                                       "publisher asked",
                                                       "backing off",
                                                       "minimum gap",
                                                       "longest gap",
                                                       "active hours",
                                                       "asked",
                                                       "told of a change",
                                                       "rank"};

}  // namespace

std::string_view to_string(DueReason reason) {
  return kDueReasons[static_cast<std::size_t>(reason)];
}

std::optional<DueReason> parse_due_reason(std::string_view name) {
  const auto* found = std::ranges::find(kDueReasons, name);
  if (found == kDueReasons.end()) return std::nullopt;
  return static_cast<DueReason>(found - kDueReasons.begin());
}

}  // namespace curlew::model
