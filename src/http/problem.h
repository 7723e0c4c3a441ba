// What went wrong with a request, and the forms in which clients are told: a page for
// people, JSON for programs (RFC 9457), a line of text where neither fits.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  // Further members of the JSON object, such as the field that is wrong: names, and
  // values that are JSON already.
  std::vector<std::pair<std::string, std::string>> members = {};
};

enum class ProblemForm { kPage, kJson, kText };

// As JSON (RFC 8259 §7); the text must be UTF-8.
std::string json_text(std::string_view text);

// An object of RFC 9457, with the id of the request beside the fields that it names.
std::string to_problem_json(const Problem& problem, std::string_view request_id);

// "No such source. It may be removed.\n"
std::string to_problem_text(const Problem& problem);

}  // namespace curlew::http
