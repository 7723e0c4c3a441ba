#include "model/outcome.h"

#include <array>
#include <utility>

namespace curlew::model {
namespace {

using enum FetchOutcome;

constexpr std::array<std::pair<FetchOutcome, std::string_view>, 16> kOutcomeNames{{
    {kFetched, "fetched"},
    {kNotModified, "not-modified"},
    {kGone, "gone"},
    {kRobotsDenied, "robots-denied"},
    {kRobotsUnreadable, "robots-unreadable"},
    {kThrottled, "throttled"},
    {kHttpError, "http-error"},
    {kTimedOut, "timed-out"},
    {kRefused, "refused"},
    {kTooLarge, "too-large"},
    {kUnreachable, "unreachable"},
    {kTlsFailed, "tls-failed"},
    {kBadRedirect, "bad-redirect"},
    {kBotWall, "bot-wall"},
    {kNamesFeed, "names-feed"},
    {kUnreadable, "unreadable"},
}};

}  // namespace

std::string_view to_string(FetchOutcome outcome) {
  for (const auto& [value, name] : kOutcomeNames) {
    if (value == outcome) return name;
  }
  return "unknown";
}

std::optional<FetchOutcome> parse_fetch_outcome(std::string_view name) {
  for (const auto& [value, known] : kOutcomeNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

}  // namespace curlew::model
