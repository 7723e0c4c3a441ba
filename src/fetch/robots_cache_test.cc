#include "fetch/robots_cache.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

using enum model::FetchOutcome;

constexpr SteadyTime kLearned{Milliseconds(1'000'000)};

FetchResult answered(std::string body) {
  return {.outcome = kFetched, .status = 200, .body = std::move(body)};
}

void put(RobotsCache& cache, const std::string& origin, const FetchResult& answer,
         SteadyTime now = kLearned) {
  cache.put(origin, origin, answer, now, std::nullopt);
}

TEST(RobotsCache, KnowsNothingUntilTold) {
  RobotsCache cache({});
  const url::Url target = url::parse_url("http://a.example/x").value();
  EXPECT_FALSE(cache.judge("http://a.example", target, kLearned));
  put(cache, "http://a.example", answered("User-agent: *\nDisallow: /x\n"));
  EXPECT_EQ(cache.judge("http://a.example", target, kLearned)->outcome, kRobotsDenied);
}

TEST(RobotsCache, TheRulesAreReadForOurToken) {
  FetcherOptions options;
  options.robots_token = "otherbot";
  RobotsCache cache(options);
  put(cache, "http://a.example", answered("User-agent: otherbot\nDisallow: /\n"));
  const url::Url target = url::parse_url("http://a.example/x").value();
  EXPECT_EQ(cache.judge("http://a.example", target, kLearned)->outcome, kRobotsDenied);
}

TEST(RobotsCache, LargeOnesDoNotFillTheMemory) {
  FetcherOptions options;
  options.robots_bytes = 100_KiB;
  RobotsCache cache(options);
  const std::string rules = "User-agent: *\nDisallow: /" + std::string(10'000, 'x');
  for (int i = 0; i < 30; ++i) put(cache, fmt::format("http://{}", i), answered(rules));
  EXPECT_LE(cache.size(), 10u);
  EXPECT_GE(cache.size(), 5u);
}

TEST(RobotsCache, FilesWithoutRulesTakeRoomToo) {
  FetcherOptions options;
  options.robots_bytes = 100_KiB;
  RobotsCache cache(options);
  FetchResult answer = answered("# Nothing but a comment.\n");
  answer.validators.etag = std::string(10'000, 'e');
  for (int i = 0; i < 30; ++i) put(cache, fmt::format("http://{}", i), answer);
  EXPECT_LE(cache.size(), 10u);
  EXPECT_GE(cache.size(), 5u);
}

TEST(RobotsCache, AFailureIsNotRememberedForNoTimeAtAll) {
  FetcherOptions options;
  options.robots_ttl = options.robots_retry = Milliseconds(0);
  RobotsCache cache(options);
  const url::Url target = url::parse_url("http://a.example/x").value();
  put(cache, "http://a.example", {.outcome = kTimedOut, .error = "slow"});
  EXPECT_TRUE(cache.judge("http://a.example", target, kLearned));
  put(cache, "http://a.example", answered(""));
  EXPECT_TRUE(cache.judge("http://a.example", target, kLearned));
}

}  // namespace
}  // namespace curlew::fetch
