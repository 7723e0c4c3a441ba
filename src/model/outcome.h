// How a visit ended. Everything the Web does to a client is an expected outcome and has
// a name here; only Curlew's own failures are Errors.

#pragma once

#include <optional>
#include <string_view>

namespace curlew::model {

enum class FetchOutcome {
  // A body arrived.
  kFetched,
  // 304, or a 200 whose bytes are those we have.
  kNotModified,
  // 410.
  kGone,
  // robots.txt forbids this address to us (RFC 9309).
  kRobotsDenied,
  // robots.txt answered 429 or 5xx: nothing was asked for.
  kRobotsUnreadable,
  // 429, or 503 with Retry-After.
  kThrottled,
  // Any other status that does not mean success.
  kHttpError,
  // Connecting, waiting or reading took too long.
  kTimedOut,
  // Our own guard: the address, scheme or port is not allowed.
  kRefused,
  // Body, headers or compression ratio beyond the limits.
  kTooLarge,
  // No address, no connection, or the connection broke.
  kUnreachable,
  // No secure connection: certificate or handshake.
  kTlsFailed,
  // Too many redirects, a loop, or a Location that is not an address.
  kBadRedirect,
  // A challenge page instead of the content.
  kBotWall,
  // A page where a feed was looked for, which says where it is.
  kNamesFeed,
  // A body arrived, but it is not what the source should be.
  kUnreadable,
};

// "not-modified": stable names for the database, the command line and JSON.
std::string_view to_string(FetchOutcome outcome);
std::optional<FetchOutcome> parse_fetch_outcome(std::string_view name);

// Did the visit learn the source's present state?
inline constexpr bool is_success(FetchOutcome outcome) {
  return outcome == FetchOutcome::kFetched || outcome == FetchOutcome::kNotModified;
}

// Did it end badly? A page that names its feed is neither: the feed is visited next.
inline constexpr bool is_failure(FetchOutcome outcome) {
  return !is_success(outcome) && outcome != FetchOutcome::kNamesFeed;
}

}  // namespace curlew::model
