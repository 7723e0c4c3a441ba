// What publishers hold against the clients of their feeds.

#pragma once

#include <string>
#include <string_view>

#include "base/time.h"

namespace curlew::sim {

enum class FaultKind {
  // Conditional requests.
  kUnconditional,     // No validator sent, though the last 200 gave one.
  kHalfConditional,   // The last 200 gave two validators; only one came back.
  kOldValidator,      // A validator of an earlier 200 than the last.
  kUnknownValidator,  // A validator never given: altered, or invented.
  // Coming too soon.
  kIgnoredRetryAfter,
  kAskedWhileFresh,      // Cache-Control, Expires and Age said: still good.
  kIgnoredTtl,           // RSS <ttl>
  kIgnoredSkipHours,     // RSS <skipHours>
  kIgnoredSkipDays,      // RSS <skipDays>
  kIgnoredUpdatePeriod,  // sy:updatePeriod, sy:updateFrequency
  kTooEarly,             // Closer to the last request than anybody needs.
  kNoBackOff,            // Failure after failure, at the pace of success.
  kHostDelay,            // Closer to the last request to the same host than its delay.
  // Addresses.
  kNoRobots,       // No robots.txt was read before.
  kStaleRobots,    // It was read longer ago than RFC 9309 §2.4 allows.
  kForbiddenPath,  // robots.txt forbids the path.
  kPolledGone,     // Asked again after a 410.
  kOldAddress,     // Still asking the old address, many permanent redirects later.
  kKeptTemporaryAddress,  // Asked the target of a temporary redirect without being
                          // sent.
  // Headers.
  kCookie,
  kReferer,
  kAnonymousAgent,  // User-Agent without an address to write to.
  kNoCompression,   // Accept-Encoding offers nothing.
  kOddRequest,      // Another method than GET, a range, a body, or caches bypassed.
};

std::string_view to_string(FaultKind kind);  // "unconditional"

struct Fault {
  FaultKind kind;
  Time when;
  std::string url;
  std::string why;      // With the values that decided it.
  std::string request;  // "GET /feed\nHost: ...", as it came.
};

// "2026-11-16T08:00:00Z unconditional http://...: why".
std::string to_string(const Fault& fault);

}  // namespace curlew::sim
