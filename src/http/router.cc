#include "http/router.h"

#include <optional>

#include "base/check.h"

namespace curlew::http {
namespace {

// Takes "feeds" from the front of "/feeds/7" and leaves "/7".
std::string_view take_segment(std::string_view& path) {
  const auto end = path.find('/', 1);
  const auto segment = path.substr(1, end == path.npos ? end : end - 1);
  path.remove_prefix(1 + segment.size());
  return segment;
}

bool is_variable(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

std::optional<PathValues> match(std::string_view pattern, std::string_view path) {
  PathValues values;
  while (!pattern.empty() && !path.empty()) {
    const auto expected = take_segment(pattern);
    if (!is_variable(expected)) {
      if (take_segment(path) != expected) return std::nullopt;
      continue;
    }
    const auto name = expected.substr(1, expected.size() - 2);
    if (name.back() == '*') {
      values.add(name.substr(0, name.size() - 1), path.substr(1));
      return values;
    }
    const auto segment = take_segment(path);
    if (segment.empty()) return std::nullopt;
    values.add(name, segment);
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return values;
}

bool accepts(std::string_view route_method, std::string_view method) {
  return route_method == method || (route_method == "GET" && method == "HEAD");
}

ServerResponse plain(int status, std::string text) {
  return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::move(text)};
}

void add_allowed(std::string& allow, const std::string& method) {
  if (!allow.empty()) allow += ", ";
  allow += method;
  if (method == "GET") allow += ", HEAD";
}

}  // namespace

std::string_view PathValues::operator[](std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return value;
  }
  return {};
}

void PathValues::add(std::string_view name, std::string_view value) {
  values_.emplace_back(name, value);
}

void Router::add(std::string method, std::string pattern, RouteHandler handler) {
  CHECK(pattern.starts_with('/'));
  routes_.push_back({std::move(method), std::move(pattern), std::move(handler)});
}

void Router::operator()(const ServerRequest& request, Responder responder) const {
  std::string allow;
  if (request.path.starts_with('/')) {
    for (const auto& route : routes_) {
      const auto values = match(route.pattern, request.path);
      if (!values) continue;
      if (accepts(route.method, request.method)) {
        return route.handler(request, *values, std::move(responder));
      }
      add_allowed(allow, route.method);
    }
  }
  if (allow.empty()) return responder(plain(404, "Not found\n"));
  auto response = plain(405, "Method not allowed\n");
  response.headers.emplace_back("Allow", std::move(allow));
  responder(std::move(response));
}

}  // namespace curlew::http
