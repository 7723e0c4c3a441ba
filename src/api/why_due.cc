#include "api/why_due.h"

namespace curlew::api {

std::string_view why_due(model::DueReason reason) {
  using model::DueReason;
  switch (reason) {
    case DueReason::kNotVisited:
      return "it was not visited yet";
    case DueReason::kPolicy:
      return "a visit is worth its cost then";
    case DueReason::kOwnInterval:
      return "its interval ends";
    case DueReason::kPublisher:
      return "its publisher asked to wait until then";
    case DueReason::kBackOff:
      return "the last visit failed";
    case DueReason::kMinimumGap:
      return "the least gap between visits ends";
    case DueReason::kLongestGap:
      return "the longest gap between visits ends";
    case DueReason::kOwnHours:
      return "its active hours begin";
    case DueReason::kAsked:
      return "its user asked for it";
    case DueReason::kHint:
      return "somebody said that it has changed";
    case DueReason::kRank:
      return "more is expected here than elsewhere";
  }
  return "";
}

}  // namespace curlew::api
