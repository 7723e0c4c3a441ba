#include "fetch/outcome.h"

#include <fmt/format.h>

#include "fetch/bot_wall.h"

namespace curlew::fetch {
namespace {

using http::TransferEnd;
using model::FetchOutcome;

FetchOutcome outcome_of_end(TransferEnd end) {
  switch (end) {
    case TransferEnd::kRefused:
      return FetchOutcome::kRefused;
    case TransferEnd::kTlsFailed:
      return FetchOutcome::kTlsFailed;
    case TransferEnd::kTimedOut:
      return FetchOutcome::kTimedOut;
    case TransferEnd::kTooLarge:
      return FetchOutcome::kTooLarge;
    case TransferEnd::kNoRoom:  // Without a status: as if it had not been sent.
      return FetchOutcome::kThrottled;
    case TransferEnd::kCompleted:
    case TransferEnd::kUnresolved:
    case TransferEnd::kUnconnected:
    case TransferEnd::kBroken:
    case TransferEnd::kNotHttp:
      return FetchOutcome::kUnreachable;
  }
  return FetchOutcome::kUnreachable;
}

model::Remark remark_of(const http::Response& response) {
  if (response.end == TransferEnd::kUnresolved) return model::Remark::kNoSuchHost;
  if (response.end == TransferEnd::kNotHttp) return model::Remark::kNotHttp;
  // A browser that cannot be started has no peer.
  if (response.end == TransferEnd::kBroken && !response.remote_address.empty()) {
    return model::Remark::kBrokenOff;
  }
  // The words of http::Reception for a body that comes too slowly.
  if (response.end == TransferEnd::kTimedOut &&
      response.error.find("brought only") != std::string::npos) {
    return model::Remark::kStalled;
  }
  // The guard's refusals of addresses all say so, and those of ports, schemes and
  // headers do not.
  const bool is_of_address =
      response.error.find("refused: the address") != std::string::npos;
  return response.end == TransferEnd::kRefused && is_of_address
             ? model::Remark::kForbiddenAddress
             : model::Remark::kNone;
}

bool is_throttled(const http::Response& response) {
  return response.status == 429 ||
         (response.status == 503 && http::find_header(response.headers, "retry-after"));
}

}  // namespace

Judgement judge_response(const http::Response& response, Asked asked, Way way) {
  if (response.end != TransferEnd::kCompleted) {
    return {outcome_of_end(response.end), response.error, remark_of(response)};
  }
  if (const auto wall = bot_wall_of(response)) {
    return {FetchOutcome::kBotWall,
            fmt::format("bot wall ({}): HTTP {}", *wall, response.status)};
  }
  const int status = response.status;
  if (status == 304 && asked == Asked::kConditionally) {
    return {FetchOutcome::kNotModified, ""};
  }
  if (status == 304) {
    return {FetchOutcome::kHttpError, "HTTP 304 to a request without validators"};
  }
  // A part that was not asked for is not the whole (206).
  if (status >= 200 && status < 300 && status != 206)
    return {FetchOutcome::kFetched, ""};
  const std::string error = fmt::format("HTTP {}", status);
  if (is_throttled(response)) return {FetchOutcome::kThrottled, error};
  if (status == 410 && way == Way::kDirect) return {FetchOutcome::kGone, error};
  return {FetchOutcome::kHttpError, error};
}

}  // namespace curlew::fetch
