// What the routes of a site share: the form of their answers, and how they say that
// something is wrong.

#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/result.h"
#include "http/router.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::api {

struct Form {
  http::ResponsePolicy policy;
  http::ProblemForm problems;
};

struct Body {
  std::string text;
  // Where one route answers in several; empty: that of its form.
  std::string_view type;
  http::Headers headers;
  int status = 200;

  // Most pages are a text.
  Body(std::string all, std::string_view content_type = {}, http::Headers more = {})
      : text(std::move(all)), type(content_type), headers(std::move(more)) {}
};
// What is answered, or why nothing is.
using Answer = std::variant<Body, http::Problem>;

// Both are called on a thread of the pool, with its connection.
using Page = std::function<Result<Answer>(const http::Call&, store::Store&)>;
using AfterPage = std::function<void(const http::Call&, store::Store&)>;

struct Route {
  std::string pattern;
  Form form;
  Page page;
  // Called when the answer is on its way.
  AfterPage then = nullptr;
  std::string method = "GET";
};

// 503: what is wrong with us. What it is, with its paths and its SQL, is told to
// whoever runs it, and logged for the others.
http::Problem own_trouble(const http::Call& call, std::string title,
                          const Error& error);

// Who looks at what is shown on this machine and to users (Access::kLocalOrReader):
// whoever is on this machine is the operator, and sees all.
inline service::Viewer viewer_of(const http::Call& call) {
  const http::Caller& caller = call.context.caller;
  if (caller.is_local) return std::nullopt;
  return model::UserId{caller.user_id};
}

// The source of the {id} in the address; nullopt: he sees none of that number.
Result<std::optional<store::WatchedSource>> seen_source(const http::Call& call,
                                                        store::Store& store);

// 400: what stands in the address, or in its query, is not UTF-8, which no database
// takes.
std::optional<http::Problem> unreadable_address(const http::ServerRequest& request);

// A number that stands in an address; nullopt: it is none.
inline std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace curlew::api
