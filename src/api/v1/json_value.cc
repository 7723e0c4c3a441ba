#include "api/v1/json_value.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <variant>

#include "base/overloaded.h"
#include "base/plain_text.h"
#include "base/utf8.h"
#include "http/problem.h"

namespace curlew::api {
namespace {

constexpr std::size_t kDeepestJson = 16;
constexpr std::size_t kLongestShown = 60;

JsonValue json_value_of(simdjson::dom::element element) {
  using Type = simdjson::dom::element_type;
  switch (element.type()) {
    case Type::ARRAY: {
      JsonValue::Array all;
      for (const auto each : simdjson::dom::array(element)) {
        all.push_back(json_value_of(each));
      }
      return {std::move(all)};
    }
    case Type::OBJECT: {
      JsonValue::Object all;
      for (const auto& [key, value] : simdjson::dom::object(element)) {
        all.push_back({std::string(key), json_value_of(value)});
      }
      return {std::move(all)};
    }
    case Type::INT64:
      return {std::int64_t(element)};
    case Type::UINT64:
      return {double(std::uint64_t(element))};
    case Type::DOUBLE:
      return {double(element)};
    case Type::STRING:
      return {std::string(std::string_view(element))};
    case Type::BOOL:
      return {bool(element)};
    case Type::NULL_VALUE:
      break;
  }
  return {nullptr};
}

std::string cut_short(std::string text) {
  if (text.size() <= kLongestShown) return text;
  std::size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

}  // namespace

Result<JsonValue> parse_json(std::string_view text) {
  simdjson::dom::parser parser;
  if (parser.allocate(text.size(), kDeepestJson) != simdjson::SUCCESS) {
    return Error{ErrorKind::kFailed, "there is not enough memory to read the JSON"};
  }
  simdjson::dom::element root;
  const auto error = parser.parse(text.data(), text.size()).get(root);
  if (error == simdjson::DEPTH_ERROR) {
    return Error{ErrorKind::kLimit,
                 fmt::format("it is nested deeper than {}", kDeepestJson)};
  }
  if (error != simdjson::SUCCESS) {
    return Error{ErrorKind::kMalformed, simdjson::error_message(error)};
  }
  return json_value_of(root);
}

std::string shown_json(const JsonValue& value) {
  return std::visit(
      Overloaded{[](std::nullptr_t) -> std::string { return "null"; },
                 [](bool flag) -> std::string { return flag ? "true" : "false"; },
                 [](std::int64_t number) { return fmt::format("{}", number); },
                 [](double number) { return fmt::format("{}", number); },
                 [](const std::string& text) {
                   return http::json_text(cut_short(plain_text(text)));
                 },
                 [](const JsonValue::Array& all) {
                   return fmt::format("a list of {}", all.size());
                 },
                 [](const JsonValue::Object&) -> std::string { return "an object"; }},
      value.is);
}

}  // namespace curlew::api
