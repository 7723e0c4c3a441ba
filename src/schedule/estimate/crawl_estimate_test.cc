#include "schedule/estimate/crawl_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"
#include "schedule/estimate/replay.h"

namespace curlew::schedule {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

PlannedHost host(std::uint32_t owner, std::uint64_t documents, double delay,
                 DownloadTimes downloads) {
  return {.documents = documents,
          .delay = Seconds(delay),
          .downloads = std::move(downloads),
          .owner = owner};
}

DownloadTimes constant(double seconds, std::size_t count = 200) {
  return summarise(std::vector(count, Seconds(seconds)));
}

CrawlEstimate estimate(const CrawlPlan& plan, const EstimateOptions& options = {}) {
  auto result = estimate_crawl(plan, options);
  EXPECT_TRUE(result.ok()) << result.error().text;
  return std::move(result).value();
}

TEST(CrawlEstimate, IsCertainOfAWellKnownHost) {
  const CrawlPlan plan{.hosts = {host(0, 100, 1, constant(0.5))},
                       .robots = RobotsTxt::kKnown};
  const CrawlEstimate result = estimate(plan);
  EXPECT_NEAR(result.time.count(), 149.1, 149.1 * 0.03);
  EXPECT_GT(result.low.count(), 149.1 * 0.9);
  EXPECT_LT(result.high.count(), 149.1 * 1.1);
  EXPECT_EQ(result.threads, 1u);
}

TEST(CrawlEstimate, IsLessCertainTheFewerDownloadsWereSeen) {
  const auto width = [](std::size_t count) {
    Random random(7);
    std::vector<Seconds> seen;
    for (std::size_t i = 0; i < count; ++i) {
      seen.emplace_back(-std::log(1 - random.uniform()));
    }
    const CrawlEstimate result =
        estimate({.hosts = {host(0, 200, 0, summarise(seen))}});
    return (result.high - result.low) / result.time;
  };
  EXPECT_GT(width(3), 1.5 * width(20));
  EXPECT_GT(width(20), 1.3 * width(200));
}

TEST(CrawlEstimate, TakesAHostNeverSeenForOneLikeTheOthers) {
  const auto with_unseen = [](double ratio) {
    CrawlPlan plan;
    for (std::uint32_t i = 0; i < 20; ++i) {
      plan.hosts.push_back(host(i, 1, 0, constant(0.1 * (i % 2 ? ratio : 1 / ratio))));
    }
    plan.hosts.push_back(host(20, 100, 0, {}));
    return estimate(plan);
  };
  const CrawlEstimate alike = with_unseen(1);
  EXPECT_NEAR(alike.time.count(), 10, 1);
  const CrawlEstimate different = with_unseen(2);
  EXPECT_NEAR(different.time.count(), 10, 3);
  EXPECT_LT(different.low, different.time * 0.6);
  EXPECT_GT(different.high, different.time * 2);
}

TEST(CrawlEstimate, IsTheSameForTheSameSeed) {
  const CrawlPlan plan{.hosts = {host(0, 50, 1, {.count = 5, .mean = Seconds(2)})}};
  EXPECT_EQ(estimate(plan, {.seed = 3}).time, estimate(plan, {.seed = 3}).time);
  EXPECT_NE(estimate(plan, {.seed = 3}).time, estimate(plan, {.seed = 4}).time);
}

TEST(CrawlEstimate, SaysHowManyThreadsAreEnough) {
  CrawlPlan plan;
  // One long host and many short ones, which take turns when places are few.
  plan.hosts.push_back(host(0, 100, 0, constant(1)));
  for (std::uint32_t i = 1; i <= 50; ++i) {
    plan.hosts.push_back(host(i, 10, 0, constant(1)));
  }
  const CrawlEstimate result = estimate(plan);
  EXPECT_EQ(result.peak, 51u);
  plan.limits.total = result.threads;
  EXPECT_LT(estimate(plan).time, result.time * 1.08);
  plan.limits.total = result.threads / 2;
  EXPECT_GT(estimate(plan).time, result.time * 1.08);
}

TEST(CrawlEstimate, IsNotShorterWithMoreDocumentsWhereTheLimitBinds) {
  CrawlPlan plan{.limits = {.total = 3}};
  for (std::uint32_t i = 0; i < 10; ++i) {
    plan.hosts.push_back(host(i, 20, 0.1, constant(0.2 + 0.1 * i)));
  }
  Seconds before{0};
  for (int step = 0; step < 8; ++step) {
    const Seconds time = estimate(plan).time;
    EXPECT_GT(time, before) << "step " << step;
    before = time;
    plan.hosts[step].documents += 15;
  }
}

// Crawls of a world that is as the model believes: hosts with log-normal times, of
// which a few were seen.
TEST(CrawlEstimate, ContainsTheTruthAsOftenAsItSays) {
  constexpr int kCrawls = 100;
  int contained = 0;
  for (std::uint64_t crawl = 0; crawl < kCrawls; ++crawl) {
    Random random(1'000 + crawl);
    const auto normal = [&random] {
      double sum = 0;
      for (int i = 0; i < 12; ++i) sum += random.uniform();
      return sum - 6;
    };
    CrawlPlan plan{.limits = {.total = 4}};
    std::vector<double> log_means;
    const auto draw = [&](std::size_t number) {
      return Seconds(std::exp(log_means[number] + 0.8 * normal()));
    };
    for (std::uint32_t i = 0; i < 12; ++i) {
      log_means.push_back(normal() - 2);
      std::vector<Seconds> seen;
      for (int k = 0; k < 10; ++k) seen.push_back(draw(i));
      plan.hosts.push_back(host(i, 1 + random.below(60), 0.05, summarise(seen)));
    }
    const CrawlEstimate result =
        estimate(plan, {.replays = 80, .confidence = 0.9, .seed = crawl});
    const Seconds truth = replay_crawl(plan, draw).time;
    if (result.low <= truth && truth <= result.high) ++contained;
  }
  EXPECT_GE(contained, 82);
  EXPECT_LE(contained, 99);
}

TEST(CrawlEstimate, RefusesNumbersThatCannotBe) {
  const DownloadTimes known = constant(1);
  for (const double delay : {-1.0, kNan, kInfinity, 1e12}) {
    EXPECT_FALSE(estimate_crawl({.hosts = {host(0, 1, delay, known)}}, {}).ok());
  }
  for (const double mean : {-1.0, kNan, kInfinity}) {
    const DownloadTimes times{.count = 1, .mean = Seconds(mean)};
    EXPECT_FALSE(estimate_crawl({.hosts = {host(0, 1, 1, times)}}, {}).ok());
  }
  const auto huge = estimate_crawl({.hosts = {host(0, ~0ULL, 1, known)}}, {});
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.error().kind, ErrorKind::kLimit);
  EXPECT_FALSE(estimate_crawl({.limits = {.total = 0}}, {}).ok());
  EXPECT_FALSE(estimate_crawl({}, {.replays = 0}).ok());
  EXPECT_FALSE(estimate_crawl({}, {.confidence = 1}).ok());
}

TEST(CrawlEstimate, KnowsThatNothingTakesNoTime) {
  const CrawlEstimate result = estimate({});
  EXPECT_EQ(result.time, Seconds(0));
  EXPECT_EQ(result.threads, 0u);
}

TEST(DownloadTimes, KeepsTheMeanWhenItForgetsTimes) {
  std::vector<Seconds> times;
  for (int i = 0; i < 10'000; ++i) times.emplace_back(std::pow(i / 10'000.0, 8));
  const DownloadTimes summary = summarise(times);
  EXPECT_EQ(summary.count, 10'000u);
  ASSERT_EQ(summary.seen.size(), kTimesKept);
  double sum = 0;
  for (const float seconds : summary.seen) sum += seconds;
  EXPECT_NEAR(sum / kTimesKept, summary.mean.count(), 1e-5);
  EXPECT_NEAR(summary.mean.count(), 1 / 9.0, 1e-3);
}

TEST(DocumentsWithin, CountsWhatIsDoneByThen) {
  // One owner, a second between requests that take a tenth: 3,600 s hold some 3,270.
  CrawlPlan plan;
  plan.hosts.push_back({.documents = 10'000,
                        .delay = Seconds(1),
                        .downloads = {.count = 1'000, .mean = Seconds(0.1)}});
  plan.robots = RobotsTxt::kKnown;
  const auto hour = documents_within(plan, Seconds(3'600), {.replays = 50}).value();
  EXPECT_NEAR(double(hour.documents), 3'270, 330);
  EXPECT_LE(hour.low, hour.documents);
  const auto day = documents_within(plan, Seconds(86'400), {.replays = 50}).value();
  EXPECT_EQ(day.documents, 10'000u);
  EXPECT_EQ(day.low, 10'000u);
  EXPECT_EQ(documents_within(plan, Seconds(0), {.replays = 50}).value().documents, 0u);
}

}  // namespace
}  // namespace curlew::schedule
