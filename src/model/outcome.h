// How a visit ended. Everything the Web does to a client is an expected outcome and has
// a name here; only Curlew's own failures are Errors.

#pragma once

#include <optional>
#include <string_view>

namespace curlew::model {

enum class FetchOutcome {
  kFetched,           // A body arrived.
  kNotModified,       // 304, or a 200 whose bytes are those we have.
  kGone,              // 410.
  kRobotsDenied,      // robots.txt forbids this address to us (RFC 9309).
  kRobotsUnreadable,  // robots.txt answered 429 or 5xx: nothing was asked for.
  kThrottled,         // 429, or 503 with Retry-After.
  kHttpError,         // Any other status that is no success.
  kTimedOut,          // Connecting, waiting or reading took too long.
  kRefused,           // Our own guard: the address, scheme or port is not allowed.
  kTooLarge,          // Body, headers or compression ratio beyond the limits.
  kUnreachable,       // No address, no connection, or the connection broke.
  kTlsFailed,         // No secure connection: certificate or handshake.
  kBadRedirect,       // Too many redirects, a loop, or a Location that is no address.
  kBotWall,           // A challenge page instead of the content.
  kNamesFeed,         // A page where a feed was looked for, which says where it is.
  kUnreadable,        // A body arrived, but it is not what the source should be.
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
