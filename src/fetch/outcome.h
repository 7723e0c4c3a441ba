// Gives the end of a transfer its name: which FetchOutcome it is, and in words.
//
// Pure; may be called from any thread.

#pragma once

#include <string>

#include "http/client.h"
#include "model/outcome.h"
#include "model/problem.h"

namespace curlew::fetch {

// What the response answers.
enum class Asked {
  kPlainly,
  // With validators: a 304 makes sense.
  kConditionally,
};
// How the request came to the address that answered.
enum class Way {
  // Straight, or by permanent redirects alone.
  kDirect,
  // By a temporary redirect: a 410 there does not speak for the source.
  kDetour,
};

struct Judgement {
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  // For people; empty on success.
  std::string error;
  model::Remark remark = model::Remark::kNone;
};

Judgement judge_response(const http::Response& response, Asked asked, Way way);

}  // namespace curlew::fetch
