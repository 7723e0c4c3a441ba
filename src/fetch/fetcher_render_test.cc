// Pages that are rendered go the way of all others; only the client is another.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fetch/fake_web_test.h"
#include "fetch/fetcher.h"

namespace curlew::fetch {
namespace {

using enum model::FetchOutcome;
using model::Rendering;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FetchRequest rendered(const std::string& url) {
  return {.url = url, .rendering = Rendering::kAlways};
}

// The addresses that the renderer was asked for.
std::vector<std::string> rendered_of(const FakeWeb& web) {
  std::vector<std::string> urls;
  for (const FakeWeb::Visit& visit : web.visits) {
    if (visit.by == Rendering::kAlways) urls.push_back(visit.url);
  }
  return urls;
}

TEST(FetcherRendering, AsksTheRendererForPagesThatWantItAndForNothingElse) {
  FakeWeb web;
  web.give("http://a.example/app", 200, {}, "<p>text of a script</p>");
  web.give("http://a.example/feed", 200, {}, "<rss/>");
  EXPECT_EQ(web.get(rendered("http://a.example/app")).body, "<p>text of a script</p>");
  EXPECT_EQ(web.get("http://a.example/feed").body, "<rss/>");
  EXPECT_THAT(rendered_of(web), ElementsAre("http://a.example/app"));
  EXPECT_THAT(web.visited(FakeWeb::Which::kAll),
              ElementsAre("http://a.example/robots.txt", "http://a.example/app",
                          "http://a.example/feed"));
}

TEST(FetcherRendering, KeepsToRobotsAndToTheLineOfTheHost) {
  FakeWeb web({.politeness = {.host_delay = std::chrono::seconds(5)}});
  web.give("http://a.example/robots.txt", 200, {{"Content-Type", "text/plain"}},
           "User-agent: *\nDisallow: /private\n");
  web.give("http://a.example/1", 200);
  EXPECT_EQ(web.get(rendered("http://a.example/private")).outcome, kRobotsDenied);
  web.ask("http://a.example/1");
  EXPECT_EQ(web.get(rendered("http://a.example/1")).outcome, kFetched);
  ASSERT_EQ(web.visits.size(), 3u);
  EXPECT_GE(web.visits[2].at - web.visits[1].at, std::chrono::seconds(5));
}

TEST(FetcherRendering, FollowsRedirectsHopByHopAndAsksRobotsOfEach) {
  FakeWeb web;
  web.give("http://a.example/", 301, {{"Location", "http://b.example/new"}});
  web.give("http://b.example/new", 302, {{"Location", "/closed"}});
  web.give("http://b.example/robots.txt", 200, {{"Content-Type", "text/plain"}},
           "User-agent: *\nDisallow: /closed\n");
  const FetchResult result = web.get(rendered("http://a.example/"));
  EXPECT_EQ(result.outcome, kRobotsDenied);
  EXPECT_EQ(result.permanent_url, "http://b.example/new");
  EXPECT_THAT(rendered_of(web),
              ElementsAre("http://a.example/", "http://b.example/new"));
}

TEST(FetcherRendering, SendsNoConditions) {
  FakeWeb web;
  web.give("http://a.example/", 200, {}, "now");
  FetchRequest request = rendered("http://a.example/");
  request.validators = {.etag = "\"1\"", .last_modified = "yesterday"};
  const FetchResult result = web.get(request);
  EXPECT_EQ(result.outcome, kFetched);
  EXPECT_EQ(result.validators.etag, "");
  const http::Headers& sent = web.visits.back().request.headers;
  EXPECT_FALSE(http::find_header(sent, "If-None-Match"));
  EXPECT_FALSE(http::find_header(sent, "If-Modified-Since"));
}

TEST(FetcherRendering, SaysSoWhereThereIsNoRendererAndGoesOnWithTheRest) {
  FakeWeb web;
  web.give("http://a.example/", 200, {}, "plain");
  web.fetcher = make_fetcher({}, *web.client, web.clock);
  const FetchResult result = web.get(rendered("http://a.example/"));
  EXPECT_EQ(result.outcome, kUnreachable);
  EXPECT_THAT(result.error, HasSubstr("no browser"));
  EXPECT_THAT(rendered_of(web), IsEmpty());
  EXPECT_EQ(web.get("http://a.example/").body, "plain");
}

TEST(FetcherRendering, NamesTheEndsOfTheRenderer) {
  FakeWeb web;
  web.give("http://a.example/", [](const http::Request&) {
    http::MemoryAnswer answer;
    answer.response.end = http::TransferEnd::kTooLarge;
    answer.response.error = "its DOM is larger than 9 bytes";
    return answer;
  });
  const FetchResult result = web.get(rendered("http://a.example/"));
  EXPECT_EQ(result.outcome, kTooLarge);
  EXPECT_EQ(result.error, "its DOM is larger than 9 bytes");
}

}  // namespace
}  // namespace curlew::fetch
