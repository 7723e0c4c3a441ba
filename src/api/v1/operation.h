// How the JSON API is declared: an Operation for each operationId of openapi.json, with
// its method, its address, who may call it, and its handler. A group of them is a
// function in a file of its own (session_operations() is a good one to read), and is
// named in operations.cc.
//
//   {.id = "removeToken",
//    .method = "DELETE",
//    .pattern = "/me/tokens/{id}",
//    .access = Access::kUser,
//    .use = StoreUse::kWrite,
//    .handler = [](const Asked& asked) -> Result<Answer> {
//      TRY_ASSIGN(const std::int64_t id, asked.number_in_path("id"));
//      TRY(service::remove_access_key(asked.store, asked.user_id(), …));
//      return no_content();
//    }}
//
// A handler runs on a thread of the pool. An error of the service is told as a problem:
// what was typed wrong 422, what is not there 404, what is there already 409; any other
// is trouble with the database, 503.

#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/page_pool.h"
#include "api/route.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/router.h"
#include "model/user.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::api {

inline constexpr std::string_view kApiBase = "/api/v1";

// What a handler is told.
struct Asked {
  const http::Call& call;
  // Of this thread; to be written to where the operation says so.
  store::Store& store;
  Time now;

  // Who calls; 0: nobody, of an operation that is public.
  model::UserId user_id() const { return {call.context.caller.user_id}; }
  // He, and not the operator: also an administrator sees here what is his.
  service::Viewer viewer() const { return user_id(); }
  // kNotFound when he was removed a moment ago, or nobody calls.
  Result<model::User> user() const;
  // Of a {name} in the pattern; kNotFound when it is not a number.
  Result<std::int64_t> number_in_path(std::string_view name) const;
};

struct Operation {
  // operationId.
  std::string id;
  std::string method = "GET";
  // Below kApiBase.
  std::string pattern;
  http::Access access = http::Access::kNobody;
  StoreUse use = StoreUse::kRead;
  std::function<Result<Answer>(const Asked&)> handler;
  // Does it wait for servers of others? Such ones have threads of their own, of which
  // each user has a few at a time (429).
  bool fetches = false;
  // Instead of a handler, for what streams: on the server's thread.
  std::function<void(const http::Call&, http::Reply)> at_once = nullptr;
  std::string_view content_type = "application/json";
};

// The operation as a page of the pool.
Page to_page(const Operation& operation, const Clock& clock);
// What all its answers have in common: safe ones carry an ETag.
Form form_of(const Operation& operation);

// Of what the service refused: nullopt for what is wrong with us.
std::optional<http::Problem> to_problem(const Error& error);
// Of what was typed into this field, where the error does not name another one.
std::optional<http::Problem> to_problem(const Error& error, std::string_view field);

// Answers.
Answer json_answer(const boost::json::value& value, int status = 200);
// A page of a list; no cursor: it was the last one.
Answer list_answer(boost::json::array items,
                   const std::optional<std::string>& next = std::nullopt);
Answer no_content();

// Values.
boost::json::value json_moment(const std::optional<Time>& time);
// A text that somebody else wrote: without control characters and marks of direction.
boost::json::value json_shown(std::string_view text);
// The same of a part of a line: spaces at its ends part it from its neighbours.
boost::json::value json_part(std::string_view text);
// Where a stranger's link leads; "" where following it would do something else than
// lead to a page (javascript:).
boost::json::value json_link(std::string_view url);

}  // namespace curlew::api
