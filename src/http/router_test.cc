#include "http/router.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "http/loopback_test.h"

namespace curlew::http {
namespace {

class Keep final : public Responder::Sink {
 public:
  void answer(ServerResponse response) override { last = std::move(response); }
  ServerResponse last;
};

ServerResponse route(const Router& router, std::string method, std::string path,
                     Headers headers = {}) {
  auto sink = std::make_shared<Keep>();
  ServerRequest request;
  request.method = std::move(method);
  request.path = std::move(path);
  request.headers = std::move(headers);
  router(request, Responder(sink));
  return sink->last;
}

// A route that answers with a word and the value of {id}.
Route saying(std::string method, std::string pattern, std::string word,
             Access access = Access::kPublic) {
  return {.method = std::move(method),
          .pattern = std::move(pattern),
          .access = access,
          .policy = {.content_type = "text/plain"},
          .problems = ProblemForm::kText,
          .handler = [word](const Call& call, const Reply& reply) {
            reply({200, {}, word + " " + std::string(call.values["id"])});
          }};
}

void add_feeds(Router& router) {
  router.add(saying("GET", "/", "root"));
  router.add(saying("GET", "/feeds", "list"));
  router.add(saying("POST", "/feeds", "add"));
  router.add(saying("GET", "/feeds/latest", "latest"));
  router.add(saying("GET", "/feeds/{id}", "feed"));
  router.add(saying("GET", "/feeds/{id}/log", "log"));
  router.add(saying("GET", "/static/{id*}", "file"));
}

class RouterOfFeeds : public testing::Test {
 protected:
  RouterOfFeeds() { add_feeds(router_); }
  Router router_;
};

TEST_F(RouterOfFeeds, PicksTheRouteByMethodAndPath) {
  EXPECT_EQ(route(router_, "GET", "/").body, "root ");
  EXPECT_EQ(route(router_, "GET", "/feeds").body, "list ");
  EXPECT_EQ(route(router_, "POST", "/feeds").body, "add ");
  EXPECT_EQ(route(router_, "GET", "/feeds/7").body, "feed 7");
  EXPECT_EQ(route(router_, "GET", "/feeds/7/log").body, "log 7");
}

TEST_F(RouterOfFeeds, LetsTheFirstFittingRouteWin) {
  EXPECT_EQ(route(router_, "GET", "/feeds/latest").body, "latest ");
}

TEST_F(RouterOfFeeds, TakesTheRestOfThePathWithAStar) {
  EXPECT_EQ(route(router_, "GET", "/static/css/page.css").body, "file css/page.css");
  EXPECT_EQ(route(router_, "GET", "/static/").body, "file ");
}

TEST_F(RouterOfFeeds, AnswersHeadByTheRouteOfGet) {
  EXPECT_EQ(route(router_, "HEAD", "/feeds/7").status, 200);
}

TEST_F(RouterOfFeeds, Answers404ForUnknownPaths) {
  for (const auto* path : {"/nothing", "/feeds/", "/feeds//log", "/feeds/7/", "//", "",
                           "*", "/feeds/7/log/more", "/static"}) {
    EXPECT_EQ(route(router_, "GET", path).status, 404) << path;
  }
}

TEST_F(RouterOfFeeds, Answers405AndNamesTheMethodsThatWouldDo) {
  const auto response = route(router_, "DELETE", "/feeds");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(find_header(response.headers, "Allow"), "GET, HEAD, POST, OPTIONS");
}

TEST_F(RouterOfFeeds, AnswersOptionsItself) {
  const auto response = route(router_, "OPTIONS", "/feeds/7");
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(find_header(response.headers, "Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(find_header(response.headers, "Access-Control-Allow-Origin"), std::nullopt);
  EXPECT_EQ(route(router_, "OPTIONS", "/nothing").status, 404);
}

// Callers say who they are, which no real server would believe.
RouterOptions trusting() {
  RouterOptions options;
  options.identify = [](const auto& call, const auto& then) {
    const auto level = find_header(call->request.headers, "Level").value_or("");
    if (level == "local") return then({.is_local = true});
    if (level == "reader") return then({Access::kReader, "gast"});
    if (level == "user") return then({Access::kUser, "eleni"});
    if (level == "admin") return then({Access::kAdmin, "nikos"});
    then({});
  };
  return options;
}

TEST(RouterAccess, ARouteWithoutALevelIsRefusedToAll) {
  Router router(trusting());
  int calls = 0;
  router.add({.pattern = "/forgotten", .handler = [&](const Call&, const Reply& reply) {
                ++calls;
                reply({200, {}, "secret"});
              }});
  EXPECT_EQ(router.routes()[0].access, Access::kNobody);
  for (const char* level : {"", "local", "user", "admin"}) {
    const auto response = route(router, "GET", "/forgotten", {{"Level", level}});
    EXPECT_EQ(response.status, 403) << level;
    EXPECT_EQ(response.body.find("secret"), std::string::npos);
  }
  EXPECT_EQ(calls, 0);
}

TEST(RouterAccess, EachLevelMayWhatTheOnesBeforeItMay) {
  Router router(trusting());
  router.add(saying("GET", "/public", "", Access::kPublic));
  router.add(saying("GET", "/local", "", Access::kLocal));
  router.add(saying("GET", "/seen", "", Access::kLocalOrReader));
  router.add(saying("GET", "/reader", "", Access::kReader));
  router.add(saying("GET", "/user", "", Access::kUser));
  router.add(saying("GET", "/admin", "", Access::kAdmin));
  const auto statuses = [&](const char* level) {
    std::vector<int> all;
    for (const char* path :
         {"/public", "/local", "/seen", "/reader", "/user", "/admin"}) {
      all.push_back(route(router, "GET", path, {{"Level", level}}).status);
    }
    return all;
  };
  EXPECT_EQ(statuses(""), (std::vector{200, 401, 401, 401, 401, 401}));
  EXPECT_EQ(statuses("local"), (std::vector{200, 200, 200, 401, 401, 401}));
  EXPECT_EQ(statuses("reader"), (std::vector{200, 403, 200, 200, 403, 403}));
  EXPECT_EQ(statuses("user"), (std::vector{200, 403, 200, 200, 200, 403}));
  EXPECT_EQ(statuses("admin"), (std::vector{200, 403, 200, 200, 200, 200}));
}

TEST(RouterAccess, OfOneWhoMustNotBeBelievedIsRefusedEverywhere) {
  RouterOptions options;
  options.identify = [](const auto&, const auto& then) {
    then({.access = Access::kAdmin, .trouble = Problem{403, "Forged", ""}});
  };
  Router router(options);
  router.add(saying("GET", "/public", "", Access::kPublic));
  EXPECT_EQ(route(router, "GET", "/public").status, 403);
}

TEST(RouterAccess, IsAskedBeforeTheMethod) {
  Router router(trusting());
  router.add(saying("GET", "/user", "", Access::kUser));
  EXPECT_EQ(route(router, "POST", "/user").status, 401);
  EXPECT_EQ(route(router, "OPTIONS", "/user").status, 204);
  const auto response = route(router, "GET", "/user");
  EXPECT_TRUE(find_header(response.headers, "WWW-Authenticate"));
}

TEST(RouterAccess, OfAMethodThatNobodyKnowsIsTheWidestAtItsPath) {
  Router router(trusting());
  router.add(saying("DELETE", "/things", "", Access::kAdmin));
  router.add(saying("GET", "/things", "", Access::kPublic));
  EXPECT_EQ(route(router, "PUT", "/things").status, 405);
}

TEST(RouterAccess, MayBeFoundOutLaterAndOnAnotherThread) {
  RouterOptions options;
  std::function<void(Caller)> kept;
  options.identify = [&](const auto&, const auto& then) { kept = then; };
  Router router(options);
  router.add(saying("GET", "/user/{id}", "hello", Access::kUser));
  auto sink = std::make_shared<Keep>();
  {
    ServerRequest request;  // Gone when the caller is known.
    request.method = "GET";
    request.path = "/user/7";
    router(request, Responder(sink));
  }
  EXPECT_EQ(sink->last.body, "");
  std::thread([&] { kept({Access::kUser, "eleni"}); }).join();
  EXPECT_EQ(sink->last.body, "hello 7");
  // Where nobody ever finds out, the handler is not called, and the client is told.
  sink->last = {};
  {
    ServerRequest request;
    request.method = "GET";
    request.path = "/user/8";
    router(request, Responder(sink));
  }
  kept = nullptr;
  EXPECT_EQ(sink->last.status, 500);
}

TEST(RouterAccess, NobodyIsAnsweredUnderAForeignHost) {
  RouterOptions options;
  options.serves_host = [](std::string_view host) { return host == "ours"; };
  bool is_identified = false;
  options.identify = [&](const auto&, const auto& then) {
    is_identified = true;
    then({});
  };
  Router router(options);
  add_feeds(router);
  for (const char* path : {"/feeds", "/nothing"}) {
    EXPECT_EQ(route(router, "GET", path, {{"Host", "evil"}}).status, 421) << path;
    EXPECT_EQ(route(router, "GET", path).status, 421) << path;
  }
  EXPECT_FALSE(is_identified);
  EXPECT_EQ(route(router, "GET", "/feeds", {{"Host", "ours"}}).status, 200);
}

TEST(RouterContext, TellsHandlersWhoCallsAndInWhichLanguage) {
  auto options = trusting();
  options.languages = {"en", "el"};
  Router router(options);
  RequestContext seen;
  router.add({.pattern = "/",
              .access = Access::kPublic,
              .handler = [&](const Call& call, const Reply& reply) {
                seen = call.context;
                reply({200, {}, ""});
              }});
  const auto first = route(router, "GET", "/",
                           {{"Accept-Language", "de, el-GR;q=0.8"}, {"Level", "user"}});
  EXPECT_EQ(seen.caller.user, "eleni");
  EXPECT_EQ(seen.caller.access, Access::kUser);
  EXPECT_EQ(seen.language, "el");
  EXPECT_EQ(find_header(first.headers, "X-Request-Id"), seen.id);
  const auto id = seen.id;
  route(router, "GET", "/");
  EXPECT_EQ(seen.language, "en");
  EXPECT_EQ(seen.caller.user, "");
  EXPECT_NE(seen.id, id);
}

TEST(RouterPolicy, IsAppliedWhateverTheHandlerSays) {
  Router router;
  router.add({.pattern = "/careless",
              .access = Access::kPublic,
              .policy = {.content_type = "application/json"},
              .handler = [](const Call&, const Reply& reply) {
                reply({200,
                       {{"content-type", "text/html"},
                        {"Cache-Control", "public"},
                        {"Content-Security-Policy", "default-src *"}},
                       "<script>"});
              }});
  const auto headers = route(router, "GET", "/careless").headers;
  EXPECT_EQ(joined_header(headers, "Content-Type"), "application/json");
  EXPECT_EQ(joined_header(headers, "Cache-Control"), "no-store");
  EXPECT_EQ(joined_header(headers, "Content-Security-Policy"), kStrictContentPolicy);
  EXPECT_EQ(joined_header(headers, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(joined_header(headers, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(joined_header(headers, "Cross-Origin-Resource-Policy"), "same-origin");
  const auto unknown = route(router, "GET", "/nothing").headers;
  EXPECT_EQ(joined_header(unknown, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(joined_header(unknown, "Content-Security-Policy"), kStrictContentPolicy);
}

// A route may leave the content policy to its handler; one that forgets it gets the
// strict one, and so do problems.
TEST(RouterPolicy, IsStrictWhereTheHandlerIsAskedAndSaysNothing) {
  Router router;
  Route own{.pattern = "/own", .access = Access::kPublic};
  own.policy.content_security = "";
  own.policy.used_by = "cross-origin";
  own.handler = [](const Call& call, const Reply& reply) {
    if (call.request.query == "fail") return reply.fail({404, "Not here", ""});
    if (call.request.query == "forget") return reply({200, {}, ""});
    reply({200, {{"Content-Security-Policy", "sandbox"}}, ""});
  };
  router.add(own);
  const auto ask = [&](std::string query) {
    auto sink = std::make_shared<Keep>();
    ServerRequest request{.method = "GET", .path = "/own", .query = std::move(query)};
    router(request, Responder(sink));
    EXPECT_EQ(find_header(sink->last.headers, "Cross-Origin-Resource-Policy"),
              "cross-origin");
    return std::string(
        find_header(sink->last.headers, "Content-Security-Policy").value_or(""));
  };
  EXPECT_EQ(ask(""), "sandbox");
  EXPECT_EQ(ask("forget"), kStrictContentPolicy);
  EXPECT_EQ(ask("fail"), kStrictContentPolicy);
}

TEST(RouterPolicy, SendsNothingToAClientThatHasIt) {
  Router router;
  Route cached = saying("GET", "/cached", "word");
  cached.policy.cache = Cache::kRevalidate;
  router.add(cached);
  const auto first = route(router, "GET", "/cached");
  EXPECT_EQ(find_header(first.headers, "Cache-Control"), "private, no-cache");
  const auto etag = std::string(find_header(first.headers, "ETag").value_or(""));
  ASSERT_FALSE(etag.empty());
  for (const std::string& known : {etag, "\"x\", W/" + etag, std::string("*")}) {
    const auto again = route(router, "GET", "/cached", {{"If-None-Match", known}});
    EXPECT_EQ(again.status, 304) << known;
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(find_header(again.headers, "ETag"), etag);
  }
  EXPECT_EQ(route(router, "GET", "/cached", {{"If-None-Match", "\"x\""}}).status, 200);
}

// A page, a document for programs, and something else.
Router& add_failing(Router& router) {
  for (const auto& [pattern, form] :
       {std::pair{"/page", ProblemForm::kPage}, std::pair{"/json", ProblemForm::kJson},
        std::pair{"/text", ProblemForm::kText}}) {
    router.add({.pattern = pattern,
                .access = Access::kPublic,
                .problems = form,
                .handler = [](const Call& call, const Reply& reply) {
                  if (call.request.query == "throw") throw std::runtime_error("broken");
                  if (call.request.query == "forget") return;
                  reply.fail({503, "The \"store\"", "Wait.", {{"Retry-After", "7"}}});
                }});
  }
  return router;
}

RouterOptions with_pages() {
  RouterOptions options;
  options.problem_page = [](const Problem& problem, const RequestContext&) {
    return "<h1>" + problem.title + "</h1>" + problem.detail;
  };
  options.elsewhere = [](std::string_view path) {
    return path.starts_with("/api/") ? ProblemForm::kJson : ProblemForm::kPage;
  };
  return options;
}

TEST(RouterProblems, AreToldInTheFormOfTheRoute) {
  Router router(with_pages());
  add_failing(router);
  const auto page = route(router, "GET", "/page");
  EXPECT_EQ(page.status, 503);
  EXPECT_EQ(page.body, "<h1>The \"store\"</h1>Wait.");
  EXPECT_EQ(find_header(page.headers, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(find_header(page.headers, "Retry-After"), "7");
  const auto json = route(router, "GET", "/json");
  EXPECT_EQ(find_header(json.headers, "Content-Type"), "application/problem+json");
  EXPECT_EQ(
      json.body,
      "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
      "\"detail\":\"The \\\"store\\\". Wait.\",\"request\":\"r2\"}\n");
  EXPECT_EQ(route(router, "GET", "/text").body, "The \"store\". Wait.\n");
}

TEST(RouterProblems, OfTheRouterItselfHaveTheSameForm) {
  Router router(with_pages());
  add_failing(router);
  const auto type = [&](const char* method, const char* path) {
    return joined_header(route(router, method, path).headers, "Content-Type");
  };
  EXPECT_EQ(type("POST", "/json"), "application/problem+json");
  EXPECT_EQ(type("POST", "/page"), "text/html; charset=utf-8");
  EXPECT_EQ(type("GET", "/api/nothing"), "application/problem+json");
  EXPECT_EQ(type("GET", "/nothing"), "text/html; charset=utf-8");
  ServerRequest request;
  request.path = "/json";
  EXPECT_EQ(router.refusal(request, 413, "Too long").body.find("{\"type\""), 0u);
}

TEST(RouterProblems, AreToldOverTheWireToo) {
  auto router = std::make_shared<Router>(with_pages());
  add_failing(*router);
  auto server = start_server({.max_body = 10}, router);
  ASSERT_TRUE(server.ok());
  const auto ask_for = [&](const std::string& request) {
    auto socket = RawSocket::connect((*server)->port());
    socket.send(request);
    return socket.read_response();
  };
  for (const char* query : {"?throw", "?forget"}) {
    const auto response =
        ask_for(std::string("GET /json") + query + " HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(response.starts_with("HTTP/1.1 500")) << response;
    EXPECT_NE(response.find("application/problem+json"), std::string::npos) << response;
  }
  const auto refused =
      ask_for("GET /json HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n");
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 413")) << refused;
  EXPECT_NE(refused.find("application/problem+json"), std::string::npos) << refused;
}

}  // namespace
}  // namespace curlew::http
