// The table of operations against openapi.json, and who may call what.

#include "api/v1/operations.h"

#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <set>

#include "api/v1/api_fixture_test.h"

namespace curlew::api {
namespace {

using http::Access;

struct Described {
  std::string route;
  std::string access;
};

// Of the document, by operationId.
std::map<std::string, Described> described_operations() {
  std::map<std::string, Described> all;
  const auto document = boost::json::parse(std::string(openapi_document()));
  for (const auto& [path, methods] : document.at("paths").as_object()) {
    for (const auto& [method, operation] : methods.as_object()) {
      if (method == "parameters") continue;
      std::string word(method);
      std::ranges::transform(word, word.begin(),
                             [](char c) { return char(c >= 'a' ? c - 32 : c); });
      all[std::string(operation.at("operationId").as_string())] = {
          word + " " + std::string(path),
          std::string(operation.at("x-access").as_string())};
    }
  }
  return all;
}

std::string_view name_of_access(Access access) {
  switch (access) {
    case Access::kPublic:
      return "public";
    case Access::kReader:
      return "reader";
    case Access::kUser:
      return "user";
    case Access::kAdmin:
      return "admin";
    default:
      return "nobody";
  }
}

class ApiTable : public ApiTest {
 protected:
  // "GET /api/v1/me" -> "reader".
  std::map<std::string, std::string> served() {
    std::map<std::string, std::string> all;
    for (const http::Route& route : site().routes()) {
      if (!route.pattern.starts_with("/api/")) continue;
      all[route.method + " " + route.pattern] = name_of_access(route.access);
    }
    return all;
  }
};

TEST_F(ApiTable, IsWhatTheDocumentDescribes) {
  const auto routes = served();
  std::set<std::string> described;
  for (const auto& [id, operation] : described_operations()) {
    described.insert(operation.route);
    const auto found = routes.find(operation.route);
    ASSERT_NE(found, routes.end()) << operation.route << " is not served";
    EXPECT_EQ(found->second, operation.access) << id;
  }
  for (const auto& [route, access] : routes) {
    EXPECT_TRUE(described.contains(route)) << route << " is not in openapi.json";
  }
}

TEST_F(ApiTable, AnswersEachRouteOnlyToThoseWhoMayCallIt) {
  add_user("admin", model::Role::kAdmin);
  const std::map<std::string, std::pair<int, std::string>> callers = {
      {"nobody", {0, ""}},
      {"reader", {1, token_of(add_user("reader", model::Role::kReadOnly))}},
      {"user", {2, token_of(add_user("user", model::Role::kUser))}},
      {"admin", {3, token_of(add_user("boss", model::Role::kAdmin))}}};
  const std::map<std::string, int> levels = {
      {"public", 0}, {"reader", 1}, {"user", 2}, {"admin", 3}};
  for (const auto& [route, access] : served()) {
    const std::size_t space = route.find(' ');
    const std::string path = std::regex_replace(
        route.substr(space + 1 + kApiBase.size()), std::regex(R"(\{\w+\})"), "999");
    for (const auto& [name, caller] : callers) {
      TestRequest request{.method = route.substr(0, space), .path = path};
      request.token = caller.second;
      if (request.method != "GET") request.body = "{\"no such field\": 1}";
      request.headers = {{"X-Curlew-Request", "1"}};
      const http::ServerResponse answer = ask(request);
      const bool is_refused =
          answer.body.find("This needs a log-in") != std::string::npos ||
          answer.body.find("You may not do this") != std::string::npos;
      EXPECT_EQ(is_refused, caller.first < levels.at(access))
          << route << " as " << name << ": " << answer.status << " " << answer.body;
      if (!is_refused) continue;
      EXPECT_EQ(answer.status, caller.first == 0 ? 401 : 403);
    }
  }
}

TEST_F(ApiTable, RefusesHostsOfOthers) {
  EXPECT_EQ(ask({.path = "/session", .host = "evil.example"}).status, 421);
}

TEST_F(ApiTable, IsServedAsADocumentWithAValidator) {
  const auto first = ask({.path = "/openapi.json"});
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.body, openapi_document());
  const std::string etag(http::find_header(first.headers, "ETag").value_or(""));
  ASSERT_FALSE(etag.empty());
  EXPECT_EQ(ask({.path = "/openapi.json", .headers = {{"If-None-Match", etag}}}).status,
            304);
}

}  // namespace
}  // namespace curlew::api
