#include "api/v1/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>
#include <variant>

#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/storable_text.h"

namespace curlew::api {
namespace {

using http::Problem;

// "application/json; charset=utf-8" is, too.
bool is_json_type(std::string_view content_type) {
  return equals_ignoring_case(trimmed(content_type.substr(0, content_type.find(';'))),
                              "application/json");
}

}  // namespace

Problem wrong_field(std::string_view name, std::string_view value_json,
                    std::string_view why) {
  const std::string shown = plain_text(name.substr(0, 100));
  return {422,
          fmt::format("{}: {} {}", shown, value_json, why),
          "",
          {},
          {{"field", http::json_text(shown)}}};
}

struct Fields::Node {
  const JsonValue::Object* object = nullptr;
  // "digest."
  std::string prefix;
  std::vector<std::string> asked;
};

struct Fields::State {
  JsonValue root{JsonValue::Object()};
  std::optional<Problem> problem;
  // Addresses stay.
  std::deque<Node> nodes;
};

Fields::Fields(std::shared_ptr<State> state, std::size_t node)
    : state_(std::move(state)), node_(node) {}

Fields::Fields(const http::ServerRequest& request) : state_(std::make_shared<State>()) {
  // Two of them are none that is known.
  const auto type = http::joined_header(request.headers, "Content-Type");
  if (!is_json_type(type)) {
    state_->problem = Problem{415, "The body must be application/json",
                              fmt::format("It is \"{}\".", plain_text(type))};
  } else if (auto parsed = parse_json(request.body); !parsed.ok()) {
    state_->problem = Problem{400, "The body is not JSON", parsed.error().text};
  } else if (!std::holds_alternative<JsonValue::Object>(parsed->is)) {
    state_->problem = Problem{400, "The body must be an object of JSON",
                              fmt::format("It is {}.", shown_json(*parsed))};
  } else {
    state_->root = *std::move(parsed);
  }
  state_->nodes.push_back({&std::get<JsonValue::Object>(state_->root.is), "", {}});
}

Fields Fields::add_node(const JsonValue::Object& object, std::string prefix) {
  state_->nodes.push_back({&object, std::move(prefix), {}});
  return {state_, state_->nodes.size() - 1};
}

// Where a name stands twice, the last counts, as in JavaScript.
const JsonValue* Fields::find(std::string_view name) {
  Node& node = state_->nodes[node_];
  node.asked.emplace_back(name);
  const JsonValue* found = nullptr;
  for (const auto& [key, value] : *node.object) {
    if (key == name) found = &value;
  }
  const bool is_null =
      found != nullptr && std::holds_alternative<std::nullptr_t>(found->is);
  return is_null ? nullptr : found;
}

void Fields::refuse(std::string_view name, std::string_view why) {
  if (state_->problem) return;
  const Node& node = state_->nodes[node_];
  std::string shown = "nothing";
  for (const auto& [key, value] : *node.object) {
    if (key == name) shown = shown_json(value);
  }
  state_->problem = wrong_field(node.prefix + std::string(name), shown, why);
}

bool Fields::has(std::string_view name) {
  const bool is_there = find(name) != nullptr;
  return is_there || is_null(name);
}

bool Fields::is_null(std::string_view name) {
  Node& node = state_->nodes[node_];
  node.asked.emplace_back(name);
  return std::ranges::any_of(*node.object, [&](const auto& field) {
    return field.name == name && std::holds_alternative<std::nullptr_t>(field.value.is);
  });
}

std::optional<std::string> Fields::text(std::string_view name) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  const auto* const text = std::get_if<std::string>(&value->is);
  if (text != nullptr && is_storable_text(*text)) return *text;
  refuse(name,
         text == nullptr ? "is not a text" : "holds a character that cannot be kept");
  return std::nullopt;
}

std::string Fields::needed_text(std::string_view name) {
  auto value = text(name);
  if (!value || value->empty()) refuse(name, "must be a text");
  return std::move(value).value_or("");
}

std::optional<bool> Fields::flag(std::string_view name) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (const bool* flag = std::get_if<bool>(&value->is)) return *flag;
  refuse(name, "is neither true nor false");
  return std::nullopt;
}

std::optional<std::int64_t> Fields::number(std::string_view name, std::int64_t least,
                                           std::int64_t most) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  const auto* const number = std::get_if<std::int64_t>(&value->is);
  if (number != nullptr && *number >= least && *number <= most) return *number;
  refuse(name, fmt::format("is not a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<double> Fields::fraction(std::string_view name, double least,
                                       double most) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::optional<double> number;
  if (const auto* whole = std::get_if<std::int64_t>(&value->is)) {
    number = double(*whole);
  } else if (const auto* fraction = std::get_if<double>(&value->is)) {
    number = *fraction;
  }
  if (number && *number >= least && *number <= most) return number;
  refuse(name, fmt::format("is not a number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<std::vector<std::string>> Fields::texts(std::string_view name) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::vector<std::string> all;
  if (const auto* list = std::get_if<JsonValue::Array>(&value->is)) {
    for (const JsonValue& each : *list) {
      const auto* const text = std::get_if<std::string>(&each.is);
      if (text != nullptr && is_storable_text(*text)) all.push_back(*text);
    }
    if (all.size() == list->size()) return all;
  }
  refuse(name, "is not a list of texts");
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> Fields::numbers(std::string_view name) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::vector<std::int64_t> all;
  if (const auto* list = std::get_if<JsonValue::Array>(&value->is)) {
    for (const JsonValue& each : *list) {
      if (const auto* number = std::get_if<std::int64_t>(&each.is)) {
        all.push_back(*number);
      }
    }
    if (all.size() == list->size()) return all;
  }
  refuse(name, "is not a list of whole numbers");
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> Fields::text_map(
    std::string_view name) {
  std::vector<std::pair<std::string, std::string>> all;
  const JsonValue* const value = find(name);
  if (value == nullptr) return all;
  const auto* const object = std::get_if<JsonValue::Object>(&value->is);
  if (object == nullptr) {
    refuse(name, "is not an object");
    return all;
  }
  for (const auto& [key, content] : *object) {
    const auto* const text = std::get_if<std::string>(&content.is);
    if (text == nullptr || !is_storable_text(*text) || !is_storable_text(key)) {
      refuse(name, "has a value that is not a text");
      return {};
    }
    all.emplace_back(key, *text);
  }
  return all;
}

std::optional<Fields> Fields::object(std::string_view name) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (const auto* object = std::get_if<JsonValue::Object>(&value->is)) {
    return add_node(*object, fmt::format("{}{}.", state_->nodes[node_].prefix, name));
  }
  refuse(name, "is not an object");
  return std::nullopt;
}

std::optional<std::vector<Fields>> Fields::objects(std::string_view name) {
  const JsonValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::vector<Fields> all;
  if (const auto* list = std::get_if<JsonValue::Array>(&value->is)) {
    for (const JsonValue& each : *list) {
      const auto* const object = std::get_if<JsonValue::Object>(&each.is);
      if (object == nullptr) break;
      all.push_back(add_node(
          *object,
          fmt::format("{}{}[{}].", state_->nodes[node_].prefix, name, all.size())));
    }
    if (all.size() == list->size()) return all;
  }
  refuse(name, "is not a list of objects");
  return std::nullopt;
}

std::optional<Problem> Fields::problem() const {
  if (state_->problem) return state_->problem;
  for (const Node& node : state_->nodes) {
    for (const auto& [key, value] : *node.object) {
      if (std::ranges::find(node.asked, key) != node.asked.end()) continue;
      return wrong_field(node.prefix + key, shown_json(value),
                         "stands in a field that is not known here");
    }
  }
  return std::nullopt;
}

std::optional<std::string> Parameters::text(std::string_view name) const {
  auto value = request_.parameter(name);
  if (value && value->empty()) value.reset();
  return value;
}

void Parameters::refuse(std::string_view name, std::string_view why) {
  if (problem_) return;
  problem_ =
      wrong_field(name, shown_json({request_.parameter(name).value_or("")}), why);
  problem_->status = 400;
}

std::optional<std::int64_t> Parameters::number(std::string_view name,
                                               std::int64_t least, std::int64_t most) {
  const auto typed = text(name);
  if (!typed) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = typed->data() + typed->size();
  const auto [stop, error] = std::from_chars(typed->data(), end, number);
  if (error == std::errc() && stop == end && number >= least && number <= most) {
    return number;
  }
  refuse(name, fmt::format("is not a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<bool> Parameters::flag(std::string_view name) {
  const auto typed = text(name);
  if (!typed) return std::nullopt;
  if (*typed == "true" || *typed == "1") return true;
  if (*typed == "false" || *typed == "0") return false;
  refuse(name, "is neither true nor false");
  return std::nullopt;
}

}  // namespace curlew::api
