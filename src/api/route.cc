#include "api/route.h"

#include <fmt/format.h>

#include "base/log.h"
#include "base/plain_text.h"
#include "base/storable_text.h"
#include "http/request_target.h"

namespace curlew::api {

using http::Call;
using http::Problem;

Problem own_trouble(const Call& call, std::string title, const Error& error) {
  const bool is_told = call.context.caller.is_local ||
                       call.context.caller.access == http::Access::kAdmin;
  if (is_told) return {503, std::move(title), plain_text(error.text)};
  log_about(LogLevel::kError, {{"request", call.context.id}}, "{}: {}: {}",
            call.context.id, title, error.text);
  return {503, std::move(title), "The log says more."};
}

Result<std::optional<store::WatchedSource>> seen_source(const Call& call,
                                                        store::Store& store) {
  const auto id = parse_number(call.values["id"]);
  if (!id) return std::optional<store::WatchedSource>();
  auto found = service::find_source(store, fmt::format("#{}", *id), viewer_of(call));
  if (found.ok()) return std::optional(*std::move(found));
  if (found.error().kind != ErrorKind::kNotFound) return std::move(found).error();
  return std::optional<store::WatchedSource>();
}

std::optional<Problem> unreadable_address(const http::ServerRequest& request) {
  const bool is_text =
      is_storable_text(request.path) &&
      is_storable_text(http::percent_decoded(request.query, http::PlusSign::kIsSpace));
  if (is_text) return std::nullopt;
  return Problem{400, "The address is not UTF-8", "Or it has a NUL in it."};
}

}  // namespace curlew::api
