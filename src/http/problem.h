// What went wrong with a request, and the forms in which clients are told: a page for
// people, JSON for programs (RFC 9457), a line of text where neither fits.

#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace curlew::http {

struct Problem {
  int status = 500;
  // In a few words: "No such source".
  std::string title;
  // A sentence or two on what to do; may be empty.
  std::string detail;
  // Such as Retry-After.
  Headers headers = {};
};

enum class ProblemForm { kPage, kJson, kText };

// An object of RFC 9457, with the id of the request beside the fields that it names.
std::string to_problem_json(const Problem& problem, std::string_view request_id);

// "No such source. It may be removed.\n"
std::string to_problem_text(const Problem& problem);

}  // namespace curlew::http
