#include "schedule/estimate/paper_estimate.h"

#include <gtest/gtest.h>

namespace curlew::schedule {
namespace {

PlannedHost host(std::uint64_t documents, double download, double delay) {
  return {.documents = documents,
          .delay = Seconds(delay),
          .downloads = {.count = 10, .mean = Seconds(download)}};
}

// Hosts of as many owners.
PaperEstimate estimate(std::vector<PlannedHost> hosts, std::size_t threads) {
  for (std::uint32_t i = 0; i < hosts.size(); ++i) hosts[i].owner = i;
  return estimate_by_packing({.hosts = std::move(hosts), .limits = {.total = threads}});
}

TEST(PaperEstimate, CrawlsOneHostWithAsManyThreadsAsDelaysFitADownload) {
  // Figure 7 of the paper: six documents, three threads: 6·3/3 + 1·2.
  const PaperEstimate result = estimate({host(6, 3, 1)}, 200);
  EXPECT_EQ(result.threads, 3u);
  EXPECT_DOUBLE_EQ(result.time.count(), 8);
}

TEST(PaperEstimate, LeavesOneThreadToAHostWithALongDelay) {
  const PaperEstimate result = estimate({host(10, 2, 5)}, 200);
  EXPECT_EQ(result.threads, 1u);
  EXPECT_DOUBLE_EQ(result.time.count(), 20);
}

TEST(PaperEstimate, AssumesTwoSecondsForAHostNeverSeen) {
  const PlannedHost unseen{.documents = 10, .delay = kPaperDelay};
  // Two threads: 10·2/2 + 1·1.
  EXPECT_DOUBLE_EQ(estimate({unseen}, 200).time.count(), 11);
}

TEST(PaperEstimate, GivesAHostWithoutDelayTheWholeCap) {
  const PaperEstimate result = estimate({host(100, 2, 0)}, 4);
  EXPECT_EQ(result.threads, 4u);
  EXPECT_DOUBLE_EQ(result.time.count(), 50);
}

TEST(PaperEstimate, LosesNoThreadToRounding) {
  EXPECT_EQ(estimate({host(6, 0.3, 0.1)}, 200).threads, 3u);
}

TEST(PaperEstimate, PacksShortHostsIntoTheBinThatStaysSmallest) {
  // Times 10, 6, 4, 4, one thread each, in bins of 10: {10}, {6, 4}, {4}.
  const auto result =
      estimate({host(5, 2, 2), host(3, 2, 2), host(2, 2, 2), host(2, 2, 2)}, 200);
  EXPECT_DOUBLE_EQ(result.time.count(), 10);
  EXPECT_EQ(result.threads, 3u);
}

TEST(PaperEstimate, NeedsTheThreadsOfTheLargestHostOfEachBin) {
  // Threads 3 (time 6·3/3+2 = 8), 2 (2·2/2+1 = 3), 1 (2·2 = 4): bins {8}, {3, 4}.
  const auto result = estimate({host(2, 2, 2), host(6, 3, 1), host(2, 2, 1)}, 200);
  EXPECT_DOUBLE_EQ(result.time.count(), 8);
  EXPECT_EQ(result.threads, 5u);
}

TEST(PaperEstimate, LowersTheCapUntilTheThreadsSuffice) {
  // At a cap of 3: 3 + 3 threads for times of 8 and 8. At 2: 6·3/2 + 1 = 10, 2 + 2.
  const auto result = estimate({host(6, 3, 1), host(6, 3, 1)}, 4);
  EXPECT_EQ(result.cap, 2u);
  EXPECT_EQ(result.threads, 4u);
  EXPECT_DOUBLE_EQ(result.time.count(), 10);
}

TEST(PaperEstimate, SharesTheThreadsWhenEvenOneForEachHostIsTooMany) {
  // Times 10, 10, 10 on two threads: 30 / 2, longer than the longest.
  const auto result = estimate({host(5, 2, 2), host(5, 2, 2), host(5, 2, 2)}, 2);
  EXPECT_DOUBLE_EQ(result.time.count(), 15);
  EXPECT_EQ(result.threads, 2u);
}

TEST(PaperEstimate, TakesTheHostsOfOneOwnerForOne) {
  // Documents 4 + 2 of 3 and 6 s: 4 s in the mean, two threads at the longer delay of
  // 2 s: 6·4/2 + 2·1.
  const auto result = estimate_by_packing(
      {.hosts = {host(4, 3, 1), host(2, 6, 2)}, .limits = {.total = 200}});
  EXPECT_EQ(result.threads, 2u);
  EXPECT_DOUBLE_EQ(result.time.count(), 14);
}

TEST(PaperEstimate, KnowsThatNothingTakesNoTime) {
  EXPECT_EQ(estimate({}, 200).time, Seconds(0));
  EXPECT_EQ(estimate({host(0, 2, 1)}, 200).time, Seconds(0));
}

}  // namespace
}  // namespace curlew::schedule
