#include "sim/score/fault.h"

#include <fmt/format.h>

namespace curlew::sim {

std::string_view to_string(FaultKind kind) {
  switch (kind) {
    case FaultKind::kUnconditional:
      return "unconditional";
    case FaultKind::kHalfConditional:
      return "half-conditional";
    case FaultKind::kOldValidator:
      return "old-validator";
    case FaultKind::kUnknownValidator:
      return "unknown-validator";
    case FaultKind::kIgnoredRetryAfter:
      return "ignored-retry-after";
    case FaultKind::kAskedWhileFresh:
      return "asked-while-fresh";
    case FaultKind::kIgnoredTtl:
      return "ignored-ttl";
    case FaultKind::kIgnoredSkipHours:
      return "ignored-skip-hours";
    case FaultKind::kIgnoredSkipDays:
      return "ignored-skip-days";
    case FaultKind::kIgnoredUpdatePeriod:
      return "ignored-update-period";
    case FaultKind::kTooEarly:
      return "too-early";
    case FaultKind::kNoBackOff:
      return "no-back-off";
    case FaultKind::kHostDelay:
      return "host-delay";
    case FaultKind::kNoRobots:
      return "no-robots";
    case FaultKind::kStaleRobots:
      return "stale-robots";
    case FaultKind::kForbiddenPath:
      return "forbidden-path";
    case FaultKind::kPolledGone:
      return "polled-gone";
    case FaultKind::kOldAddress:
      return "old-address";
    case FaultKind::kKeptTemporaryAddress:
      return "kept-temporary-address";
    case FaultKind::kCookie:
      return "cookie";
    case FaultKind::kReferer:
      return "referer";
    case FaultKind::kAnonymousAgent:
      return "anonymous-agent";
    case FaultKind::kNoCompression:
      return "no-compression";
    case FaultKind::kOddRequest:
      return "odd-request";
  }
  return "";
}

std::string to_string(const Fault& fault) {
  return fmt::format("{} {} {}: {}", to_iso8601(fault.when), to_string(fault.kind),
                     fault.url, fault.why);
}

}  // namespace curlew::sim
