// What a caller sent: the fields of a JSON body, and the parameters of an address. Both
// are asked for one by one; what is wrong first is told at the end, with the name of
// the field and its value:
//
//   Fields body(call.request);
//   service::UserEdit edit{.mail = body.text("mail"),
//                          .role = body.choice("role", model::parse_role)};
//   const std::string name = body.needed_text("name");
//   if (const auto wrong = body.problem()) return Answer(*wrong);

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/v1/json_value.h"
#include "http/problem.h"
#include "http/server.h"

namespace curlew::api {

// 422, naming the field and its value, which is JSON.
http::Problem wrong_field(std::string_view name, std::string_view value_json,
                          std::string_view why);

// An object of JSON. What is absent, and what is null, is nullopt.
class Fields {
 public:
  // The body of a request: 415 when it is not application/json, 400 when it is not an
  // object of JSON.
  explicit Fields(const http::ServerRequest& request);

  std::optional<std::string> text(std::string_view name);
  // Of one that must be there and not be empty; "" when it is not.
  std::string needed_text(std::string_view name);
  std::optional<bool> flag(std::string_view name);
  std::optional<std::int64_t> number(std::string_view name, std::int64_t least,
                                     std::int64_t most);
  std::optional<double> fraction(std::string_view name, double least, double most);
  std::optional<std::vector<std::string>> texts(std::string_view name);
  std::optional<std::vector<std::int64_t>> numbers(std::string_view name);
  // An object whose values are all texts, in the order in which they came.
  std::vector<std::pair<std::string, std::string>> text_map(std::string_view name);
  // One of the words that `parse` knows, which returns an optional.
  template <typename Parse>
  auto choice(std::string_view name, Parse&& parse)
      -> decltype(parse(std::string_view())) {
    const auto word = text(name);
    if (!word) return std::nullopt;
    auto value = parse(std::string_view(*word));
    if (!value) refuse(name, "is not one of the words that can stand here");
    return value;
  }
  // Fields in it are named "digest.hour".
  std::optional<Fields> object(std::string_view name);
  std::optional<std::vector<Fields>> objects(std::string_view name);
  // Is it there, and null? For what can be taken away.
  bool is_null(std::string_view name);
  // Is it there at all?
  bool has(std::string_view name);

  // The handler finds something wrong with it. What was wrong before counts.
  void refuse(std::string_view name, std::string_view why);
  // What is wrong; of a field that nobody asked for, too, so that a mistyped name is
  // not taken for a wish that was granted. Ask when all fields were asked for.
  std::optional<http::Problem> problem() const;

 private:
  struct Node;
  struct State;
  Fields(std::shared_ptr<State> state, std::size_t node);
  const JsonValue* find(std::string_view name);
  Fields add_node(const JsonValue::Object& object, std::string prefix);

  // Shared with the objects in it.
  std::shared_ptr<State> state_;
  std::size_t node_ = 0;
};

// The parameters of an address.
class Parameters {
 public:
  // `request` must outlive it.
  explicit Parameters(const http::ServerRequest& request) : request_(request) {}

  // nullopt also for one that is empty.
  std::optional<std::string> text(std::string_view name) const;
  std::optional<std::int64_t> number(std::string_view name, std::int64_t least,
                                     std::int64_t most);
  // "true", "1" or "false", "0".
  std::optional<bool> flag(std::string_view name);
  template <typename Parse>
  auto choice(std::string_view name, Parse&& parse)
      -> decltype(parse(std::string_view())) {
    const auto word = text(name);
    if (!word) return std::nullopt;
    auto value = parse(std::string_view(*word));
    if (!value) refuse(name, "is not one of the words that can stand here");
    return value;
  }
  void refuse(std::string_view name, std::string_view why);
  std::optional<http::Problem> problem() const { return problem_; }

 private:
  const http::ServerRequest& request_;
  std::optional<http::Problem> problem_;
};

}  // namespace curlew::api
