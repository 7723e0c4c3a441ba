// What publishers hold against the clients of their feeds.

#pragma once

#include <string>
#include <string_view>

#include "base/time.h"

namespace curlew::sim {

enum class FaultKind {
  // A conditional request was due: no validator sent, though the last 200 gave one.
  kUnconditional,
  // The last 200 gave two validators; only one came back.
  kHalfConditional,
  // A validator of an earlier 200 than the last.
  kOldValidator,
  // A validator never given: altered, or invented.
  kUnknownValidator,
  // Coming too soon.
  kIgnoredRetryAfter,
  // Cache-Control, Expires and Age said: still good.
  kAskedWhileFresh,
  // RSS <ttl>
  kIgnoredTtl,
  // RSS <skipHours>
  kIgnoredSkipHours,
  // RSS <skipDays>
  kIgnoredSkipDays,
  // sy:updatePeriod, sy:updateFrequency
  kIgnoredUpdatePeriod,
  // Closer to the last request than anybody needs.
  kTooEarly,
  // Failure after failure, at the pace of success.
  kNoBackOff,
  // Closer to the last request to the same host than its delay.
  kHostDelay,
  // No robots.txt was read before.
  kNoRobots,
  // robots.txt was read longer ago than RFC 9309 §2.4 allows.
  kStaleRobots,
  // robots.txt forbids the path.
  kForbiddenPath,
  // Asked again after a 410.
  kPolledGone,
  // Still asking the old address, many permanent redirects later.
  kOldAddress,
  // Asked the target of a temporary redirect without being sent.
  kKeptTemporaryAddress,
  // Headers.
  kCookie,
  kReferer,
  // User-Agent without an address to write to.
  kAnonymousAgent,
  // Accept-Encoding offers nothing.
  kNoCompression,
  // Another method than GET, a range, a body, or caches bypassed.
  kOddRequest,
};

// "unconditional"
std::string_view to_string(FaultKind kind);

struct Fault {
  FaultKind kind;
  Time when;
  std::string url;
  // With the values that decided it.
  std::string why;
  // "GET /feed\nHost: ...", as it came.
  std::string request;
};

// "2026-11-16T08:00:00Z unconditional http://...: why".
std::string to_string(const Fault& fault);

}  // namespace curlew::sim
