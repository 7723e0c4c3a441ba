// Where requests connect to: known before the first of them, and a limit of its own.

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

http::MemoryLookup hanging() {
  return {Error{ErrorKind::kFailed, "in the end"}, hours(1)};
}

void ask_for(FakeWeb& web, const std::string& url, std::int64_t source,
             Urgency urgency) {
  web.fetcher->fetch({.url = url, .urgency = urgency, .source = source},
                     [&web, url](FetchResult result) {
                       web.results[url].push_back(std::move(result));
                     });
}

// Lets everything happen that happens within `duration`.
void run_for(FakeWeb& web, Milliseconds duration) {
  const SteadyTime end = web.clock.steady() + duration;
  while (web.clock.steady() < end) {
    web.fetcher->poll(Milliseconds(0));
    web.clock.advance(Milliseconds(10));
  }
}

TEST(FetcherAddress, AThousandHostsOnOneAddressAreAskedInThreeMinutesWithoutABurst) {
  FakeWeb web;
  for (int i = 0; i < 1'000; ++i) {
    const std::string host = fmt::format("h{}.example", i);
    web.put_at(host, "192.0.2.1");
    web.give(fmt::format("http://{}/feed", host), 200);
    ask_for(web, fmt::format("http://{}/feed", host), 1 + i, Urgency::kSoon);
  }
  const SteadyTime start = web.clock.steady();
  web.run();
  EXPECT_EQ(web.visits.size(), 2'000u);
  EXPECT_LE(web.clock.steady() - start, seconds(180));
  for (std::size_t i = 1; i < web.visits.size(); ++i) {
    ASSERT_GE(web.visits[i].at - web.visits[i - 1].at, Milliseconds(70)) << i;
  }
  for (const auto& [url, results] : web.results) {
    EXPECT_EQ(results.at(0).outcome, kFetched) << url;
  }
}

TEST(FetcherAddress, ManyNamesOfOneOwnerDoNotSlowTheAddressesTheyPointAt) {
  FakeWeb web;
  for (int i = 0; i < 40; ++i) {
    const std::string address = fmt::format("192.0.2.{}", i + 1);
    web.put_at(fmt::format("stranger{}.example", i), address);
    web.put_at(fmt::format("s{}.evil.example", i), address);
    ask_for(web, fmt::format("http://s{}.evil.example/", i), 99, Urgency::kRoutine);
    for (int n = 0; n < 5; ++n) {
      ask_for(web, fmt::format("http://stranger{}.example/{}", i, n), 1 + i,
              Urgency::kSoon);
    }
  }
  // A robots.txt and five requests, two seconds apart.
  run_for(web, seconds(11));
  const auto urls = web.visited();
  EXPECT_EQ(std::ranges::count_if(
                urls, [](const auto& url) { return url.find("stranger") != url.npos; }),
            200);
}

TEST(FetcherAddress, ARequestCarriesTheAddressThatItWaitedFor) {
  FakeWeb web;
  web.put_at("a.example", "192.0.2.7");
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.address, "192.0.2.7");
  ASSERT_EQ(web.visits.back().request.addresses.size(), 1u);
  EXPECT_EQ(http::to_string(web.visits.back().request.addresses[0]), "192.0.2.7");
  EXPECT_EQ(web.get("http://[2001:db8::1]/").address, "2001:db8::1");
}

TEST(FetcherAddress, BehindAProxyItIsTheProxys) {
  FakeWeb web;
  web.put_at("proxy.example", "192.0.2.9");
  FetchRequest request{.url = "http://a.example/"};
  request.settings.proxy = "http://user:pass@proxy.example:3128";
  EXPECT_EQ(web.get(request).address, "192.0.2.9");
}

TEST(FetcherAddress, ANameWithoutAnAddressIsToldAsThat) {
  FakeWeb web;
  web.put_at("a.example", {Error{ErrorKind::kNotFound, "a.example: not known"}});
  web.put_at("b.example", {std::vector<http::IpAddress>()});
  const FetchResult unknown = web.get("http://a.example/");
  EXPECT_EQ(unknown.outcome, kUnreachable);
  EXPECT_EQ(unknown.error, "DNS: a.example: not known");
  EXPECT_EQ(unknown.remark, model::Remark::kNoSuchHost);
  EXPECT_EQ(web.get("http://b.example/").error, "DNS: b.example: has no address");
  EXPECT_TRUE(web.visits.empty());
}

TEST(FetcherAddress, NameServersInTroubleSayNothingOfTheHost) {
  FakeWeb web;
  web.put_at("a.example", {Error{ErrorKind::kFailed, "a.example: try again"}});
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.outcome, kUnreachable);
  EXPECT_EQ(result.error, "DNS: a.example: try again");
  EXPECT_EQ(result.remark, model::Remark::kNone);
}

TEST(FetcherAddress, ALookUpThatLacksFilesIsNoFaultOfTheHost) {
  FakeWeb web;
  web.put_at("a.example", {Error{ErrorKind::kBusy, "a.example: too many open files"}});
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.outcome, kThrottled);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.retry_after, web.clock.now());
  EXPECT_EQ(result.error, "not sent: a.example: too many open files");
}

TEST(FetcherAddress, TellsWhereTheHostIsThatWasAskedFor) {
  FakeWeb web;
  web.put_at("a.example", "192.0.2.1");
  web.put_at("b.example", "192.0.2.2");
  web.give("http://a.example/", 302, {{"Location", "http://b.example/"}});
  web.give("http://b.example/", 200);
  const FetchResult result = web.get("http://a.example/");
  EXPECT_EQ(result.final_url, "http://b.example/");
  EXPECT_EQ(result.address, "192.0.2.1");
}

TEST(FetcherAddress, ALookUpThatHangsIsGivenUp) {
  FakeWeb web;
  web.put_at("slow.example", hanging());
  const FetchResult result = web.get("http://slow.example/");
  EXPECT_EQ(result.outcome, kUnreachable);
  EXPECT_EQ(result.error, "DNS: slow.example: no answer within 10 s");
  // And nobody waits for it again while it hangs.
  const SteadyTime asked = web.clock.steady();
  EXPECT_EQ(web.get("http://slow.example/2").outcome, kUnreachable);
  EXPECT_LT(web.clock.steady() - asked, seconds(1));
}

TEST(FetcherAddress, LookUpsThatHangKeepNobodyElseFromBeingLookedUp) {
  FakeWeb web;
  for (int i = 0; i < 2'000; ++i) {
    const std::string host = fmt::format("hang{}.example", i);
    web.put_at(host, hanging());
    ask_for(web, fmt::format("http://{}/", host), 1, Urgency::kRoutine);
  }
  web.fetcher->poll(Milliseconds(0));
  for (const auto& [host, urgency] :
       {std::pair("source", Urgency::kSoon), std::pair("page", Urgency::kRoutine)}) {
    const std::string name = fmt::format("{}.example", host);
    web.put_at(name, {std::vector{http::memory_address(name)}, Milliseconds(50)});
    web.give(fmt::format("http://{}/", name), 200);
    ask_for(web, fmt::format("http://{}/", name), 2, urgency);
  }
  run_for(web, seconds(4));
  EXPECT_EQ(web.results["http://source.example/"].at(0).outcome, kFetched);
  EXPECT_EQ(web.results["http://page.example/"].at(0).outcome, kFetched);
}

TEST(FetcherAddress, TooManyForOneAddressAreGivenBackAtOnce) {
  FakeWeb web({.most_for_address = 3});
  for (int i = 0; i < 6; ++i) {
    web.put_at(fmt::format("h{}.example", i), "192.0.2.1");
    ask_for(web, fmt::format("http://h{}.example/", i), 1 + i, Urgency::kSoon);
  }
  web.put_at("other.example", "192.0.2.2");
  ask_for(web, "http://other.example/", 9, Urgency::kSoon);
  web.fetcher->poll(Milliseconds(0));
  EXPECT_THAT(
      web.visited(FakeWeb::Which::kAll),
      ElementsAre("http://h0.example/robots.txt", "http://other.example/robots.txt"));
  int given_back = 0;
  for (const auto& [url, results] : web.results) {
    given_back += results.at(0).is_given_back;
    EXPECT_EQ(results.at(0).address, "192.0.2.1");
  }
  EXPECT_EQ(given_back, 3);
}

}  // namespace
}  // namespace curlew::fetch
