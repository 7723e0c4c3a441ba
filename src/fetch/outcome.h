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
  kConditionally,  // With validators: a 304 makes sense.
};
// How the request came to the address that answered.
enum class Way {
  kDirect,  // Straight, or by permanent redirects alone.
  kDetour,  // By a temporary redirect: a 410 there does not speak for the source.
};

struct Judgement {
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  std::string error;  // For people; empty on success.
  model::Remark remark = model::Remark::kNone;
};

Judgement judge_response(const http::Response& response, Asked asked, Way way);

}  // namespace curlew::fetch
