#include "http/router.h"

#include <gtest/gtest.h>

namespace curlew::http {
namespace {

class Keep final : public Responder::Sink {
 public:
  void answer(ServerResponse response) override { last = std::move(response); }
  ServerResponse last;
};

ServerResponse ask(const Router& router, std::string method, std::string path) {
  auto sink = std::make_shared<Keep>();
  ServerRequest request;
  request.method = std::move(method);
  request.path = std::move(path);
  router(request, Responder(sink));
  return sink->last;
}

Router::RouteHandler say(std::string word) {
  return [word](const ServerRequest&, const PathValues& values, Responder respond) {
    respond({200, {}, word + " " + std::string(values["id"])});
  };
}

Router make_router() {
  Router router;
  router.add("GET", "/", say("root"));
  router.add("GET", "/feeds", say("list"));
  router.add("POST", "/feeds", say("add"));
  router.add("GET", "/feeds/latest", say("latest"));
  router.add("GET", "/feeds/{id}", say("feed"));
  router.add("GET", "/feeds/{id}/log", say("log"));
  router.add("GET", "/static/{id*}", say("file"));
  return router;
}

TEST(Router, PicksTheRouteByMethodAndPath) {
  const auto router = make_router();
  EXPECT_EQ(ask(router, "GET", "/").body, "root ");
  EXPECT_EQ(ask(router, "GET", "/feeds").body, "list ");
  EXPECT_EQ(ask(router, "POST", "/feeds").body, "add ");
  EXPECT_EQ(ask(router, "GET", "/feeds/7").body, "feed 7");
  EXPECT_EQ(ask(router, "GET", "/feeds/7/log").body, "log 7");
}

TEST(Router, LetsTheFirstFittingRouteWin) {
  EXPECT_EQ(ask(make_router(), "GET", "/feeds/latest").body, "latest ");
}

TEST(Router, TakesTheRestOfThePathWithAStar) {
  EXPECT_EQ(ask(make_router(), "GET", "/static/css/page.css").body,
            "file css/page.css");
  EXPECT_EQ(ask(make_router(), "GET", "/static/").body, "file ");
}

TEST(Router, AnswersHeadByTheRouteOfGet) {
  EXPECT_EQ(ask(make_router(), "HEAD", "/feeds/7").status, 200);
}

TEST(Router, Answers404ForUnknownPaths) {
  const auto router = make_router();
  for (const auto* path : {"/nothing", "/feeds/", "/feeds//log", "/feeds/7/", "//", "",
                           "*", "/feeds/7/log/more", "/static"}) {
    EXPECT_EQ(ask(router, "GET", path).status, 404) << path;
  }
}

TEST(Router, Answers405AndNamesTheMethodsThatWouldDo) {
  const auto response = ask(make_router(), "DELETE", "/feeds");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(find_header(response.headers, "Allow"), "GET, HEAD, POST");
}

}  // namespace
}  // namespace curlew::http
