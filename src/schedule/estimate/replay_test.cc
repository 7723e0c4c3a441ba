#include "schedule/estimate/replay.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace curlew::schedule {
namespace {

// What the fetcher adds to each delay.
constexpr double kGrain = 0.001;

PlannedHost host_of(std::uint32_t owner, std::uint64_t documents, double delay) {
  return {.documents = documents, .delay = Seconds(delay), .owner = owner};
}

CrawlPlan plan_of(std::vector<PlannedHost> hosts) {
  return {.hosts = std::move(hosts), .robots = RobotsTxt::kKnown};
}

Replayed replay(const CrawlPlan& plan, std::vector<double> seconds_by_host) {
  return replay_crawl(
      plan, [&](std::size_t number) { return Seconds(seconds_by_host[number]); });
}

TEST(Replay, AsksOneHostForOneDocumentAfterTheOther) {
  const auto result = replay(plan_of({host_of(0, 5, 2)}), {3});
  EXPECT_DOUBLE_EQ(result.time.count(), 5 * 3 + 4 * (2 + kGrain));
  EXPECT_EQ(result.peak, 1u);
  EXPECT_DOUBLE_EQ(result.mean_in_flight, 15 / result.time.count());
}

TEST(Replay, AddsNothingWhereThereIsNoDelay) {
  EXPECT_DOUBLE_EQ(replay(plan_of({host_of(0, 5, 0)}), {3}).time.count(), 15);
}

TEST(Replay, AsksForTheRobotsTxtFirst) {
  CrawlPlan plan = plan_of({host_of(0, 2, 1), host_of(1, 0, 1)});
  plan.robots = RobotsTxt::kAskedFor;
  EXPECT_DOUBLE_EQ(replay(plan, {3, 100}).time.count(), 3 * 3 + 2 * (1 + kGrain));
}

TEST(Replay, LetsNoDocumentPassTheRobotsTxt) {
  CrawlPlan plan = plan_of({host_of(0, 4, 0)});
  plan.robots = RobotsTxt::kAskedFor;
  plan.limits.per_owner = 4;
  EXPECT_DOUBLE_EQ(replay(plan, {3}).time.count(), 6);
}

TEST(Replay, CrawlsTwoHostsAtATime) {
  const auto result = replay(plan_of({host_of(0, 2, 1), host_of(1, 6, 0)}), {3, 1});
  EXPECT_DOUBLE_EQ(result.time.count(), 2 * 3 + 1 + kGrain);
  EXPECT_EQ(result.peak, 2u);
}

TEST(Replay, ServesOneOwnerAtATime) {
  CrawlPlan plan = plan_of({host_of(0, 2, 0), host_of(0, 3, 0)});
  EXPECT_DOUBLE_EQ(replay(plan, {3, 1}).time.count(), 9);
  plan.limits.owner_delay = Seconds(1);
  EXPECT_DOUBLE_EQ(replay(plan, {3, 1}).time.count(), 9 + 4 * (1 + kGrain));
}

TEST(Replay, LetsAnotherHostOfTheOwnerGoWhileOneMustWait) {
  // The first is asked at 0 and, its delay being over, at 11.001; the second between.
  const auto result = replay(plan_of({host_of(0, 2, 10), host_of(0, 4, 1)}), {1, 1});
  EXPECT_DOUBLE_EQ(result.time.count(), 1 + 10 + kGrain + 1);
}

TEST(Replay, SpacesStartsAndEndsOfAHostWithSeveralPlaces) {
  // 0 to 4, and 1.001 to 6.001; the third a delay after the first one's end.
  CrawlPlan plan = plan_of({host_of(0, 3, 1)});
  plan.limits.per_owner = 2;
  std::vector<double> seconds{4, 5, 4};
  const auto result = replay_crawl(plan, [&](std::size_t) {
    const double next = seconds.back();
    seconds.pop_back();
    return Seconds(next);
  });
  EXPECT_DOUBLE_EQ(result.time.count(), 4 + 1 + kGrain + 4);
  EXPECT_EQ(result.peak, 2u);
}

TEST(Replay, KeepsToTheTotal) {
  CrawlPlan plan = plan_of({host_of(0, 1, 0), host_of(1, 1, 0), host_of(2, 1, 0),
                            host_of(3, 1, 0), host_of(4, 1, 0)});
  plan.limits.total = 2;
  const auto result = replay(plan, {1, 1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(result.time.count(), 3);
  EXPECT_EQ(result.peak, 2u);
}

TEST(Replay, LetsTheOwnerGoFirstThatIsReadyForLongest) {
  // One place: a long host's second document stands behind the others' first ones.
  CrawlPlan plan = plan_of({host_of(0, 2, 3), host_of(1, 1, 0), host_of(2, 1, 0)});
  plan.limits.total = 1;
  EXPECT_DOUBLE_EQ(replay(plan, {1, 1, 1}).time.count(), 1 + 3 + kGrain + 1);
}

TEST(Replay, KnowsThatNothingTakesNoTime) {
  EXPECT_EQ(replay(plan_of({}), {}).time, Seconds(0));
  EXPECT_EQ(replay(plan_of({host_of(0, 0, 1)}), {1}).time, Seconds(0));
}

TEST(Replay, NeverEndsEarlierWithMoreDocumentsWhileNoLimitBinds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    CrawlPlan plan = plan_of({});
    std::vector<double> seconds;
    for (std::uint32_t i = 0; i < 1 + random.below(8); ++i) {
      plan.hosts.push_back(host_of(i, 1 + random.below(20), random.uniform(0, 2)));
      seconds.push_back(random.uniform(0, 3));
    }
    const Seconds before = replay(plan, seconds).time;
    plan.hosts[random.below(plan.hosts.size())].documents += 1 + random.below(5);
    EXPECT_GE(replay(plan, seconds).time, before) << "seed " << seed;
  }
}

TEST(Replay, IsNeverShorterThanItsLongestOwnerNorThanItsWorkOverTheTotal) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    CrawlPlan plan = plan_of({});
    plan.limits.total = 1 + random.below(4);
    std::vector<double> seconds;
    double longest = 0, work = 0;
    for (std::uint32_t i = 0; i < 1 + random.below(8); ++i) {
      const double delay = random.below(2) * random.uniform(0, 1);
      plan.hosts.push_back(host_of(i, 1 + random.below(20), delay));
      seconds.push_back(random.uniform(0, 3));
      const double documents = double(plan.hosts[i].documents);
      longest = std::max(longest, documents * seconds[i] + (documents - 1) * delay);
      work += documents * seconds[i];
    }
    const Replayed result = replay(plan, seconds);
    EXPECT_GE(result.time.count(), longest - 1e-9) << "seed " << seed;
    EXPECT_GE(result.time.count(), work / double(plan.limits.total) - 1e-9)
        << "seed " << seed;
    EXPECT_LE(result.peak, plan.limits.total) << "seed " << seed;
  }
}

}  // namespace
}  // namespace curlew::schedule
