#include "http/problem.h"

#include <fmt/format.h>
#include <microhttpd.h>

namespace curlew::http {
namespace {

std::string in_one_sentence(const Problem& problem) {
  if (problem.detail.empty()) return problem.title;
  return problem.title + ". " + problem.detail;
}

}  // namespace

std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", int(c));
    } else {
      quoted += c;
    }
  }
  return quoted += '"';
}

// §4.2.1: with the type about:blank the title is the phrase of the status.
std::string to_problem_json(const Problem& problem, std::string_view request_id) {
  std::string object = fmt::format(
      R"({{"type":"about:blank","title":{},"status":{},"detail":{},"request":{})",
      json_text(MHD_get_reason_phrase_for(unsigned(problem.status))), problem.status,
      json_text(in_one_sentence(problem)), json_text(request_id));
  for (const auto& [name, value] : problem.members) {
    object += fmt::format(",{}:{}", json_text(name), value);
  }
  return object + "}\n";
}

std::string to_problem_text(const Problem& problem) {
  return in_one_sentence(problem) + "\n";
}

}  // namespace curlew::http
