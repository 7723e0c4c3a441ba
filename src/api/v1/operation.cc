#include "api/v1/operation.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/v1/words.h"
#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "http/problem.h"

namespace curlew::api {
namespace {

using http::Problem;

// The service calls fields by the flags of the command line: "--time-zone Mars: …" is
// of the field time_zone.
std::string field_in(std::string_view text) {
  if (!text.starts_with("--")) return "";
  text.remove_prefix(2);
  std::string name(text.substr(0, text.find_first_of(" :")));
  std::ranges::replace(name, '-', '_');
  return name;
}

// The character of a query that is wrong there, from 1: "query:14: …", as
// query::parse_query() says it.
std::optional<std::int64_t> place_in_query(std::string_view text) {
  constexpr std::string_view kMark = "query:";
  const std::size_t mark = text.rfind(kMark);
  if (mark == text.npos) return std::nullopt;
  text.remove_prefix(mark + kMark.size());
  return parse_number(text.substr(0, text.find(':')));
}

Problem refused_field(const Error& error) {
  const std::string field = field_in(error.text);
  Problem problem{422, plain_text(told_to_people(error.text)), ""};
  if (const auto at = place_in_query(error.text)) {
    problem.members.emplace_back("at", std::to_string(*at));
  }
  if (field.empty()) return problem;
  problem.members.emplace_back("field", http::json_text(field));
  return problem;
}

// RFC 9110 §15.5.16. Unpacking what strangers send would need a limit of its own, and
// what is sent here is short.
std::optional<Problem> packed_body(const http::ServerRequest& request) {
  const std::string coding = http::joined_header(request.headers, "Content-Encoding");
  if (coding.empty() || equals_ignoring_case(coding, "identity")) return std::nullopt;
  return Problem{415,
                 "The body is packed",
                 fmt::format("Bodies are not unpacked here: send it without "
                             "Content-Encoding (it is \"{}\").",
                             plain_text(coding)),
                 {{"Accept-Encoding", "identity"}}};
}

}  // namespace

Result<model::User> Asked::user() const {
  TRY_ASSIGN(auto row, store.users().find(user_id()));
  if (!row) return Error{ErrorKind::kNotFound, "the caller is not a user"};
  return std::move(row->user);
}

Result<std::int64_t> Asked::number_in_path(std::string_view name) const {
  const auto number = parse_number(call.values[name]);
  if (number) return *number;
  return Error{ErrorKind::kNotFound, fmt::format("{}: not a number", name)};
}

std::optional<Problem> to_problem(const Error& error) {
  switch (error.kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kLimit:
    case ErrorKind::kMalformed:
    case ErrorKind::kUnsupported:
      return refused_field(error);
    case ErrorKind::kNotFound:
      return Problem{404, plain_text(told_to_people(error.text)), ""};
    case ErrorKind::kExists:
      return Problem{409, plain_text(told_to_people(error.text)), ""};
    default:
      return std::nullopt;
  }
}

std::optional<Problem> to_problem(const Error& error, std::string_view field) {
  auto problem = to_problem(error);
  if (!problem || problem->status != 422) return problem;
  const auto is_field = [](const auto& member) { return member.first == "field"; };
  if (std::ranges::none_of(problem->members, is_field)) {
    problem->members.emplace_back("field", http::json_text(field));
  }
  return problem;
}

Page to_page(const Operation& operation, const Clock& clock) {
  return [handler = operation.handler, &clock](const http::Call& call,
                                               store::Store& store) -> Result<Answer> {
    if (auto problem = unreadable_address(call.request)) {
      return Answer(*std::move(problem));
    }
    if (auto problem = packed_body(call.request)) return Answer(*std::move(problem));
    Result<Answer> answer = handler(Asked{call, store, clock.now()});
    if (answer.ok()) return answer;
    if (auto problem = to_problem(answer.error())) return Answer(*std::move(problem));
    return answer;
  };
}

Form form_of(const Operation& operation) {
  const bool is_safe = operation.method == "GET" && !operation.at_once;
  return {{.content_type = operation.content_type,
           .cache = is_safe ? http::Cache::kRevalidate : http::Cache::kNoStore},
          http::ProblemForm::kJson};
}

Answer json_answer(const boost::json::value& value, int status) {
  Body body(serialize(value) + "\n");
  body.status = status;
  return body;
}

Answer list_answer(boost::json::array items, const std::optional<std::string>& next) {
  return json_answer(boost::json::object{
      {"items", std::move(items)},
      {"next", next ? boost::json::value(*next) : boost::json::value(nullptr)}});
}

Answer no_content() {
  Body body("");
  body.status = 204;
  return body;
}

boost::json::value json_moment(const std::optional<Time>& time) {
  if (!time || *time == kNever) return nullptr;
  return boost::json::value(to_iso8601(*time));
}

boost::json::value json_shown(std::string_view text) {
  return boost::json::value(plain_text(text));
}

boost::json::value json_part(std::string_view text) {
  std::string shown = plain_text(text);
  if (shown.empty()) shown = text.empty() ? "" : " ";
  if (text.starts_with(' ') && !shown.starts_with(' ')) shown.insert(0, " ");
  if (text.ends_with(' ') && !shown.ends_with(' ')) shown += ' ';
  return boost::json::value(std::move(shown));
}

boost::json::value json_link(std::string_view url) {
  return boost::json::value(plain_link(url));
}

}  // namespace curlew::api
