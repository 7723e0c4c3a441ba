#include "fetch/fetcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fetch/fake_web_test.h"
#include "http/date.h"

namespace curlew::fetch {
namespace {

using enum model::FetchOutcome;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;

http::Headers to(const std::string& location) { return {{"Location", location}}; }

TEST(Fetcher, BringsABodyWithItsHeaders) {
  FakeWeb web;
  web.give("http://a.example/feed", 200, {{"Content-Type", "text/xml"}}, "<rss/>");
  const FetchResult result = web.get("http://a.example/feed");
  EXPECT_EQ(result.outcome, kFetched);
  EXPECT_EQ(result.status, 200);
  EXPECT_EQ(result.body, "<rss/>");
  EXPECT_EQ(result.final_url, "http://a.example/feed");
  EXPECT_EQ(result.permanent_url, "http://a.example/feed");
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.took, Milliseconds(20));
}

TEST(Fetcher, CallsBackFromPollOnlyAndOnce) {
  FakeWeb web;
  int calls = 0;
  web.fetcher->fetch({.url = "http://a.example/"}, [&](FetchResult) { ++calls; });
  web.fetcher->fetch({.url = "file:///etc/passwd"}, [&](FetchResult) { ++calls; });
  web.fetcher->fetch({.url = "not an address"}, [&](FetchResult) { ++calls; });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(web.fetcher->pending(), 3u);
  web.run();
  EXPECT_EQ(calls, 3);
}

TEST(Fetcher, ACallbackMayFetchAgain) {
  FakeWeb web;
  web.give("http://a.example/1", 200);
  web.fetcher->fetch({.url = "http://a.example/1"},
                     [&](FetchResult) { web.ask("http://a.example/2"); });
  web.run();
  EXPECT_EQ(web.results["http://a.example/2"].size(), 1u);
}

TEST(Fetcher, CallsNobodyBackAfterItsEnd) {
  FakeWeb web;
  web.give("http://a.example/", 200);
  bool called = false;
  web.fetcher->fetch({.url = "http://a.example/"}, [&](FetchResult) { called = true; });
  web.fetcher->poll(Milliseconds(0));
  EXPECT_EQ(web.client->in_flight(), 1u);
  web.fetcher.reset();
  web.clock.advance(seconds(60));
  web.client->poll(Milliseconds(0));
  EXPECT_FALSE(called);
}

TEST(Fetcher, RefusesWhatIsNotHttp) {
  FakeWeb web;
  for (const char* url : {"file:///etc/passwd", "ftp://a.example/",
                          "gopher://a.example/", "a.example/feed", "http://", ""}) {
    const FetchResult result = web.get(url);
    EXPECT_EQ(result.outcome, kRefused) << url;
    EXPECT_NE(result.error, "") << url;
  }
  EXPECT_TRUE(web.visits.empty());
}

TEST(Fetcher, SendsBackWhatTheServerGaveAndNothingElse) {
  FakeWeb web;
  const std::string url = "http://a.example/feed";
  web.give(url, [](const http::Request& request) {
    const http::Headers validators{{"ETag", "W/\"odd"}, {"Last-Modified", "last week"}};
    const auto sent = http::find_header(request.headers, "if-none-match");
    return sent == "W/\"odd" ? answer(304) : answer(200, validators, "body");
  });
  const FetchResult first = web.get(url);
  EXPECT_TRUE(web.visits.back().request.headers.empty());
  const FetchResult second = web.get({.url = url, .validators = first.validators});
  EXPECT_EQ(second.outcome, kNotModified);
  EXPECT_EQ(second.validators, first.validators);
  EXPECT_EQ(web.visits.back().request.headers,
            (http::Headers{{"If-None-Match", "W/\"odd"},
                           {"If-Modified-Since", "last week"}}));
}

TEST(Fetcher, A200WithoutValidatorsForgetsTheOldOnes) {
  FakeWeb web;
  web.give("http://a.example/feed", 200, {}, "new");
  const FetchResult result =
      web.get({.url = "http://a.example/feed",
               .validators = {.etag = "\"1\"", .last_modified = "x"}});
  EXPECT_EQ(result.validators.etag, "");
  EXPECT_EQ(result.validators.last_modified, "");
}

TEST(Fetcher, AFailureKeepsTheValidators) {
  FakeWeb web;
  const Validators sent{.etag = "\"1\"", .url = "http://a.example/feed"};
  EXPECT_EQ(web.get({.url = "http://a.example/feed", .validators = sent}).validators,
            sent);
}

TEST(Fetcher, ValidatorsFollowTheAddressThatAnsweredOverARedirect) {
  FakeWeb web;
  web.give("http://a.example/", 302, to("http://b.example/"));
  web.give("http://b.example/", 200, {{"ETag", "\"b\""}}, "body");
  const FetchResult first = web.get("http://a.example/");
  EXPECT_EQ(first.validators.url, "http://b.example/");
  web.visits.clear();
  web.get({.url = "http://a.example/", .validators = first.validators});
  EXPECT_TRUE(web.visits.at(0).request.headers.empty());
  EXPECT_EQ(web.visits.at(1).request.headers,
            (http::Headers{{"If-None-Match", "\"b\""}}));
}

TEST(Fetcher, ReadsUntilWhenTheAnswerIsFresh) {
  FakeWeb web;
  web.give("http://a.example/", 200, {{"Cache-Control", "max-age=60"}});
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.fresh_until, web.clock.now() + seconds(60));
}

TEST(Fetcher, FollowsRedirectsAndTellsThePermanentPart) {
  FakeWeb web;
  web.give("http://a.example/", 301, to("https://a.example/"));
  web.give("https://a.example/", 302, to("/today"));
  web.give("https://a.example/today", 200, {}, "body");
  const FetchResult result = web.get("http://a.example");
  EXPECT_EQ(result.outcome, kFetched);
  EXPECT_EQ(result.permanent_url, "https://a.example/");
  EXPECT_EQ(result.final_url, "https://a.example/today");
  EXPECT_EQ(result.took, Milliseconds(60));
  ASSERT_EQ(result.redirects.size(), 2u);
  EXPECT_EQ(result.redirects[0].url, "http://a.example/");
  EXPECT_EQ(result.redirects[1].url, "https://a.example/");
  EXPECT_EQ(result.redirects[1].status, 302);
  EXPECT_EQ(result.redirects[1].headers, to("/today"));
}

TEST(Fetcher, RedirectsKeepTheDistanceOfTheirOwnerAsVisitsDo) {
  FakeWeb web;
  web.give("http://a.example/", 302, to("/b"));
  web.give("http://a.example/b", 302, to("http://www.a.example/c"));
  web.give("http://www.a.example/c", 200, {}, "body");
  EXPECT_EQ(web.get("http://a.example/").outcome, kFetched);
  ASSERT_EQ(web.visits.size(), 5u) << "with robots.txt of both hosts";
  for (std::size_t i = 1; i < web.visits.size(); ++i) {
    EXPECT_GE(web.visits[i].at - web.visits[i - 1].at, seconds(2)) << web.visits[i].url;
  }
}

TEST(Fetcher, AnUnmovedSourceKeepsItsAddressAsWritten) {
  FakeWeb web;
  web.give("http://a.example/", 302, to("/x"));
  EXPECT_EQ(web.get("HTTP://A.example").permanent_url, "HTTP://A.example");
}

TEST(Fetcher, ALoopAndTooManyRedirectsAreBadRedirects) {
  FakeWeb web({.max_redirects = 2});
  web.give("http://a.example/", 302, to("/b"));
  web.give("http://a.example/b", 302, to("/"));
  const FetchResult loop = web.get("http://a.example/");
  EXPECT_EQ(loop.outcome, kBadRedirect);
  EXPECT_EQ(loop.status, 302);
  EXPECT_THAT(loop.error, HasSubstr("loop"));
  web.give("http://a.example/b", 302, to("/c"));
  web.give("http://a.example/c", 302, to("/d"));
  EXPECT_EQ(web.get("http://a.example/").outcome, kBadRedirect);
}

TEST(Fetcher, WhoStaysOnItsDomainIsToldWhereARedirectLeads) {
  FakeWeb web;
  web.give("http://a.example/", 302, to("https://www.a.example/x"));
  web.give("https://www.a.example/x", 302, to("https://b.example/y"));
  web.give("https://b.example/y", 200, {}, "body");
  FetchRequest request{.url = "http://a.example/"};
  EXPECT_EQ(web.get(request).outcome, kFetched);
  web.visits.clear();
  request.stays_on_its_domain = true;
  const FetchResult result = web.get(request);
  EXPECT_EQ(result.outcome, kBadRedirect);
  EXPECT_EQ(result.led_to, "https://b.example/y");
  EXPECT_THAT(result.error, HasSubstr("to another domain: https://b.example/y"));
  for (const auto& visit : web.visits) {
    EXPECT_EQ(visit.url.find("b.example"), std::string::npos) << visit.url;
  }
}

TEST(Fetcher, SecretsStayWithTheirOrigin) {
  FakeWeb web;
  web.give("https://a.example/", 302, to("https://evil.example/"));
  FetchRequest request{.url = "https://a.example/"};
  request.settings = {.headers = {{"Cookie", "s=1"}}, .basic_credentials = "user:pass"};
  web.get(request);
  for (const auto& visit : web.visits) {
    const bool is_own = visit.url == "https://a.example/";
    EXPECT_EQ(visit.request.basic_credentials, is_own ? "user:pass" : "") << visit.url;
    EXPECT_EQ(http::find_header(visit.request.headers, "cookie").has_value(), is_own);
  }
}

TEST(Fetcher, NamesBotWalls) {
  FakeWeb web;
  web.give("http://a.example/", 403, {{"cf-mitigated", "challenge"}});
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.outcome, kBotWall);
  EXPECT_THAT(result.error, HasSubstr("Cloudflare"));
}

TEST(Fetcher, HandsOnWhatTheClientSays) {
  FakeWeb web;
  web.give("http://a.example/", [](const http::Request&) {
    return http::MemoryAnswer{
        {.end = http::TransferEnd::kRefused, .error = "10.0.0.1 is private"}};
  });
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.outcome, kRefused);
  EXPECT_EQ(result.error, "10.0.0.1 is private");
}

TEST(Fetcher, RetryAfterHoldsTheWholeHost) {
  FakeWeb web;
  web.give("http://a.example/1", 503, {{"Retry-After", "120"}});
  web.ask("http://a.example/1");
  web.ask("http://a.example/2");
  web.ask("http://b.example/");
  web.run();
  const FetchResult& told = web.results["http://a.example/1"].at(0);
  EXPECT_EQ(told.outcome, kThrottled);
  ASSERT_TRUE(told.retry_after.has_value());
  EXPECT_THAT(web.visited(), ElementsAre("http://a.example/1", "http://b.example/",
                                         "http://a.example/2"));
  const auto& visits = web.visits;
  EXPECT_GE(visits.back().at - visits.at(visits.size() - 3).at, seconds(120));
}

TEST(Fetcher, A429WithoutRetryAfterHoldsForAMinute) {
  FakeWeb web;
  web.give("http://a.example/1", 429);
  web.get("http://a.example/1");
  const SteadyTime told = web.clock.steady();
  web.get("http://a.example/2");
  EXPECT_GE(web.visits.back().at - told, seconds(60));
}

TEST(Fetcher, RequestsThatCannotStartInTimeAreAnsweredAtOnce) {
  FakeWeb web;
  const Time until = web.clock.now() + std::chrono::minutes(40);
  web.give("http://a.example/1", 429, {{"Retry-After", http::to_http_date(until)}});
  web.ask("http://a.example/1");
  web.ask("http://a.example/2");
  web.run();
  web.ask("http://a.example/3");
  web.run();
  EXPECT_LT(web.clock.now(), until);
  for (const char* url : {"http://a.example/2", "http://a.example/3"}) {
    const FetchResult& result = web.results[url].at(0);
    EXPECT_EQ(result.outcome, kThrottled);
    EXPECT_EQ(result.status, 0);
    ASSERT_TRUE(result.retry_after.has_value());
    EXPECT_GE(*result.retry_after + seconds(1), until);
    EXPECT_THAT(result.error, HasSubstr("a.example"));
  }
  EXPECT_THAT(web.visited(), ElementsAre("http://a.example/1"));
}

TEST(Fetcher, AHoldIsBounded) {
  FakeWeb web({.max_hold = Milliseconds(60'000)});
  web.give("http://a.example/1", 429, {{"Retry-After", "999999999"}});
  web.get("http://a.example/1");
  const SteadyTime told = web.clock.steady();
  web.get("http://a.example/2");
  EXPECT_EQ(web.visits.back().at - told, seconds(60));
}

TEST(Fetcher, KeepsAConnectionOnlyForThoseWhoWait) {
  FakeWeb web;
  web.ask("http://a.example/1");
  web.ask("http://a.example/2");
  web.run();
  ASSERT_EQ(web.visits.size(), 3u);
  EXPECT_TRUE(web.visits[0].request.keep_connection);  // robots.txt
  EXPECT_TRUE(web.visits[1].request.keep_connection);
  EXPECT_FALSE(web.visits[2].request.keep_connection);
}

}  // namespace
}  // namespace curlew::fetch
