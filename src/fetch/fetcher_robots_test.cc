// How the fetcher lives by robots.txt (RFC 9309 §2.3.1 and §2.4).

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fetch/fake_web_test.h"
#include "fetch/fetcher.h"

namespace curlew::fetch {
namespace {

using enum model::FetchOutcome;
using std::chrono::hours;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kRobots[] = "http://a.example/robots.txt";
constexpr char kPage[] = "http://a.example/page";
constexpr char kForbidding[] = "User-agent: *\nDisallow: /page\n";

http::Headers sent_to(const std::string& location) { return {{"Location", location}}; }

FakeWeb::Page failing(http::TransferEnd end, std::string error) {
  return [=](const http::Request&) {
    return http::MemoryAnswer{{.end = end, .error = error}, Milliseconds(10)};
  };
}

TEST(RobotsFetching, RobotsTxtIsAskedForFirstAndOnce) {
  FakeWeb web;
  web.ask("http://a.example/1");
  web.ask("http://a.example/2");
  web.run();
  EXPECT_THAT(web.visited(FakeWeb::Which::kAll),
              ElementsAre(kRobots, "http://a.example/1", "http://a.example/2"));
}

TEST(RobotsFetching, AForbiddenAddressIsNotAskedFor) {
  FakeWeb web;
  web.give(kRobots, 200, {}, "User-agent: curlew\nDisallow: /page\n");
  const FetchResult result = web.get("http://a.example/page?x=1");
  EXPECT_EQ(result.outcome, kRobotsDenied);
  EXPECT_EQ(result.error, "http://a.example/robots.txt forbids /page?x=1");
  EXPECT_THAT(web.visited(), IsEmpty());
  EXPECT_EQ(web.get("http://a.example/other").status, 404);
}

TEST(RobotsFetching, EveryOriginHasItsOwn) {
  FakeWeb web;
  web.give(kRobots, 200, {}, kForbidding);
  web.give("https://a.example/page", 200);
  web.give("http://a.example:8080/page", 200);
  EXPECT_EQ(web.get(kPage).outcome, kRobotsDenied);
  EXPECT_EQ(web.get("https://a.example/page").outcome, kFetched);
  EXPECT_EQ(web.get("http://a.example:8080/page").outcome, kFetched);
}

TEST(RobotsFetching, ItIsObeyedAtEveryHop) {
  FakeWeb web;
  web.give("http://b.example/", 302, sent_to(kPage));
  web.give(kRobots, 200, {}, kForbidding);
  const FetchResult result = web.get("http://b.example/");
  EXPECT_EQ(result.outcome, kRobotsDenied);
  EXPECT_EQ(result.final_url, kPage);
  EXPECT_THAT(web.visited(), ElementsAre("http://b.example/"));
}

TEST(RobotsFetching, MissingRulesAllowEverything) {
  for (const int status : {400, 401, 403, 404, 410, 451}) {
    FakeWeb web;
    web.give(kRobots, status);
    web.give(kPage, 200);
    EXPECT_EQ(web.get(kPage).outcome, kFetched) << status;
  }
}

TEST(RobotsFetching, AServersErrorForbidsEverythingUntilItIsBetter) {
  FakeWeb web;
  web.give(kRobots, 503);
  web.give(kPage, 200);
  const FetchResult result = web.get(kPage);
  EXPECT_EQ(result.outcome, kRobotsUnreadable);
  EXPECT_THAT(result.error, HasSubstr(kRobots));
  EXPECT_THAT(result.error, HasSubstr("HTTP 503"));
  EXPECT_TRUE(result.retry_after.has_value());
  web.give(kRobots, 404);
  EXPECT_EQ(web.get(kPage).outcome, kRobotsUnreadable);
  web.clock.advance(seconds(61));
  EXPECT_EQ(web.get(kPage).outcome, kFetched);
}

TEST(RobotsFetching, AFailureOnTheWayIsReportedAsItself) {
  struct Case {
    http::TransferEnd end;
    model::FetchOutcome outcome;
  };
  for (const auto& [end, outcome] : {Case{http::TransferEnd::kTimedOut, kTimedOut},
                                     Case{http::TransferEnd::kUnresolved, kUnreachable},
                                     Case{http::TransferEnd::kTlsFailed, kTlsFailed},
                                     Case{http::TransferEnd::kRefused, kRefused}}) {
    FakeWeb web;
    web.give(kRobots, failing(end, "the reason"));
    const FetchResult result = web.get(kPage);
    EXPECT_EQ(result.outcome, outcome);
    EXPECT_THAT(result.error, HasSubstr("the reason"));
    EXPECT_THAT(web.visited(), IsEmpty());
  }
}

TEST(RobotsFetching, RetriesOfAnUnreadableOneGetRarer) {
  FakeWeb web;
  web.give(kRobots, 500);
  const SteadyTime start = web.clock.steady();
  while (web.clock.steady() - start < hours(12)) {
    web.get(kPage);
    web.clock.advance(seconds(10));
  }
  // 1, 2, 4 … 32 minutes, then hourly: 7 in the first hours, 11 to the end.
  EXPECT_GE(web.visits.size(), 16u);
  EXPECT_LE(web.visits.size(), 19u);
}

TEST(RobotsFetching, ThrottlingIsHeardOnRobotsTxtToo) {
  FakeWeb web;
  web.give(kRobots, 429, {{"Retry-After", "300"}});
  const SteadyTime told = web.clock.steady();
  EXPECT_EQ(web.get(kPage).outcome, kRobotsUnreadable);
  web.give(kRobots, 404);
  web.clock.advance(seconds(200));
  EXPECT_EQ(web.get(kPage).outcome, kRobotsUnreadable);
  web.clock.advance(seconds(101));
  EXPECT_EQ(web.get(kPage).outcome, kHttpError);
  EXPECT_GE(web.visits.at(1).at - told, seconds(300));
}

TEST(RobotsFetching, FiveRedirectsAreFollowedToAnyAuthority) {
  FakeWeb web;
  web.give(kRobots, 301, sent_to("http://b.example/1"));
  web.give("http://b.example/1", 302, sent_to("http://c.example/2"));
  web.give("http://c.example/2", 303, sent_to("/3"));
  web.give("http://c.example/3", 307, sent_to("/4"));
  web.give("http://c.example/4", 308, sent_to("/5"));
  web.give("http://c.example/5", 200, {}, kForbidding);
  EXPECT_EQ(web.get(kPage).outcome, kRobotsDenied);
  web.give("http://c.example/5", 302, sent_to("/6"));
  web.clock.advance(hours(25));
  EXPECT_EQ(web.get(kPage).outcome, kHttpError);
}

TEST(RobotsFetching, RulesAreUsedForADayAndThenAskedForConditionally) {
  FakeWeb web;
  web.give(kRobots, [](const http::Request& request) {
    const bool known = http::find_header(request.headers, "if-none-match") == "\"r\"";
    return known ? answer(304) : answer(200, {{"ETag", "\"r\""}}, kForbidding);
  });
  web.get(kPage);
  web.clock.advance(hours(23));
  web.get(kPage);
  EXPECT_EQ(web.visits.size(), 1u);
  web.clock.advance(hours(2));
  EXPECT_EQ(web.get(kPage).outcome, kRobotsDenied);
  EXPECT_EQ(web.visits.size(), 2u);
  EXPECT_TRUE(http::find_header(web.visits.back().request.headers, "if-none-match"));
}

TEST(RobotsFetching, NoRequestLeavesByRulesThatAreOlderThanADay) {
  FakeWeb web;
  web.give("http://a.example/moved", 302, sent_to("/page"));
  const auto robots_read = [&] {
    return std::ranges::find(web.visits.rbegin(), web.visits.rend(), kRobots,
                             &FakeWeb::Visit::url)
        ->at;
  };
  web.get(kPage);
  const SteadyTime first = robots_read();
  // Allowed just before the day is over; the second hop and the other request wait for
  // their turn until it is.
  web.clock.advance(hours(24) - seconds(1) - (web.clock.steady() - first));
  web.ask("http://a.example/moved");
  web.ask("http://a.example/other");
  web.run();
  EXPECT_GT(web.visits.back().at - first, hours(24));
  EXPECT_GT(robots_read(), first);
  EXPECT_EQ(web.visited().size(), 4u);
}

TEST(RobotsFetching, OldRulesServeWhileNewOnesCannotBeRead) {
  FakeWeb web;
  web.give(kRobots, 200, {}, kForbidding);
  web.give("http://a.example/open", 200);
  web.get(kPage);
  web.give(kRobots, 500);
  web.clock.advance(hours(48));
  EXPECT_EQ(web.get("http://a.example/open").outcome, kFetched);
  EXPECT_EQ(web.get(kPage).outcome, kRobotsDenied);
  web.clock.advance(hours(24 * 31));
  EXPECT_EQ(web.get("http://a.example/open").outcome, kRobotsUnreadable);
}

TEST(RobotsFetching, CrawlDelayRaisesTheSpacingFromTheFirstRequestOn) {
  FakeWeb web;
  web.give(kRobots, 200, {}, "User-agent: *\nCrawl-delay: 10\n");
  web.ask("http://a.example/1");
  web.ask("http://a.example/2");
  web.run();
  ASSERT_EQ(web.visits.size(), 3u);
  EXPECT_GE(web.visits[1].at - web.visits[0].at, seconds(10));
  EXPECT_GE(web.visits[2].at - web.visits[1].at, seconds(10));
}

TEST(RobotsFetching, AnEndlessCrawlDelayIsCapped) {
  FakeWeb web;
  web.give(kRobots, 200, {}, "User-agent: *\nCrawl-delay: 86400\n");
  web.get(kPage);
  EXPECT_LT(web.visits[1].at - web.visits[0].at, seconds(31));
}

TEST(RobotsFetching, ItIsAskedForThroughTheSourcesProxyButWithoutItsSecrets) {
  FakeWeb web;
  FetchRequest request{.url = kPage};
  request.settings = {.headers = {{"X-Key", "k"}},
                      .basic_credentials = "user:pass",
                      .proxy = "http://proxy.example:3128"};
  web.give(kRobots, [](const http::Request& hop) {
    return hop.proxy.empty() ? answer(404) : answer(500);
  });
  EXPECT_EQ(web.get(request).outcome, kRobotsUnreadable);
  EXPECT_EQ(web.visits.at(0).request.proxy, "http://proxy.example:3128");
  EXPECT_EQ(web.visits.at(0).request.basic_credentials, "");
  EXPECT_FALSE(http::find_header(web.visits.at(0).request.headers, "x-key"));
  EXPECT_EQ(web.get(kPage).outcome, kHttpError);  // Directly, it can be read.
}

TEST(RobotsFetching, AnErrorDoesNotShowTheProxysPassword) {
  FakeWeb web;
  web.give(kRobots, 500);
  FetchRequest request{.url = kPage};
  request.settings.proxy = "http://user:secret@proxy.example:3128";
  EXPECT_EQ(web.get(request).error.find("secret"), std::string::npos);
}

TEST(RobotsFetching, WithoutObedienceNothingIsAskedFor) {
  FakeWeb web({.politeness = {.obey_robots = false}});
  web.give(kRobots, 200, {}, kForbidding);
  web.give(kPage, 200);
  EXPECT_EQ(web.get(kPage).outcome, kFetched);
  EXPECT_THAT(web.visited(FakeWeb::Which::kAll), ElementsAre(kPage));
}

TEST(RobotsFetching, AnOriginForgottenIsAskedAgain) {
  FakeWeb web({.robots_entries = 2});
  for (const char* host : {"a", "b", "c", "c", "a"}) {
    web.get(fmt::format("http://{}.example/", host));
  }
  const auto urls = web.visited(FakeWeb::Which::kAll);
  EXPECT_EQ(std::count(urls.begin(), urls.end(), kRobots), 2);
  EXPECT_EQ(std::count(urls.begin(), urls.end(), "http://c.example/robots.txt"), 1);
}

TEST(RobotsFetching, AHostThatIsHeldAnswersThoseWhoWaitForItsRobotsTxt) {
  FakeWeb web;
  web.give("http://a.example:8080/robots.txt", 429, {{"Retry-After", "1800"}});
  web.get("http://a.example:8080/");
  web.visits.clear();
  const FetchResult result = web.get(kPage);
  EXPECT_EQ(result.outcome, kThrottled);
  EXPECT_TRUE(result.retry_after.has_value());
  EXPECT_THAT(web.visited(FakeWeb::Which::kAll), IsEmpty());
}

TEST(RobotsFetching, OneSourcesPageDoesNotLetAnotherSourceWaitForARobotsTxt) {
  // The pages of source 1 have their tenth of the places, and none of them ends.
  FakeWeb web({.politeness = {.total = 10}});
  const auto never = [](const http::Request&) {
    return http::MemoryAnswer{{.status = 200}, hours(1)};
  };
  web.give("http://slow.example/robots.txt", never);
  web.give(kPage, 200);
  const auto ask = [&](const std::string& url, Urgency urgency, std::int64_t source) {
    web.fetcher->fetch({.url = url, .urgency = urgency, .source = source},
                       [&web, url](FetchResult result) {
                         web.results[url].push_back(std::move(result));
                       });
  };
  ask("http://slow.example/", Urgency::kRoutine, 1);
  ask("http://a.example/other", Urgency::kRoutine, 1);
  web.fetcher->poll(Milliseconds(0));
  EXPECT_THAT(web.visited(FakeWeb::Which::kAll),
              ElementsAre("http://slow.example/robots.txt"));
  ask(kPage, Urgency::kSoon, 2);
  for (int i = 0; i < 10; ++i) {
    web.fetcher->poll(Milliseconds(0));
    web.clock.advance(seconds(1));
  }
  EXPECT_EQ(web.results[kPage].size(), 1u);
}

}  // namespace
}  // namespace curlew::fetch
