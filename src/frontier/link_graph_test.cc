#include "frontier/link_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"

namespace curlew::frontier {
namespace {

using Link = LinkGraph::Link;

TEST(LinkGraph, CountsEachLinkOnceAndNoneOfAPageToItself) {
  const std::vector<Link> links{{0, 1}, {0, 1}, {1, 1}, {2, 1}, {1, 0}, {7, 0}, {0, 7}};
  const LinkGraph graph(3, links);
  EXPECT_EQ(graph.link_count(), 3u);
  EXPECT_THAT(graph.backlinks(1), ::testing::ElementsAre(0, 2));
  EXPECT_EQ(graph.backlink_count(1), 2u);
  EXPECT_EQ(graph.backlink_count(2), 0u);
  EXPECT_EQ(graph.forward_link_count(0), 1u);
  EXPECT_EQ(graph.forward_link_count(1), 1u);
}

TEST(PageRank, IsAsWorkedOutByHand) {
  // 0 → 1, 1 → 2, 2 → 0 and 2 → 1. With d = .85 and a = .05:
  // r0 = a + d·r2/2, r1 = a + d·(r0 + r2/2), r2 = a + d·r1.
  const std::vector<Link> links{{0, 1}, {1, 2}, {2, 0}, {2, 1}};
  const std::vector<double> rank =
      page_rank(LinkGraph(3, links), {.tolerance = 1e-12, .most_rounds = 1000});
  const double a = .05;
  const double d = .85;
  // Put into each other: r2 = a + d·(a + d·(a + d·r2/2 + r2/2)).
  const double r2 = (a + d * a + d * d * a) / (1 - d * d * (d + 1) / 2);
  const double r0 = a + d * r2 / 2;
  EXPECT_NEAR(rank[2], r2, 1e-9);
  EXPECT_NEAR(rank[0], r0, 1e-9);
  EXPECT_NEAR(rank[1], 1 - r0 - r2, 1e-9);
}

TEST(PageRank, LetsReadersOfPagesWithoutLinksGoAnywhere) {
  // 0 → 1, and 1 has no links: r1 = (1-d)/2 + d·(r0 + r1/2), r0 + r1 = 1.
  const std::vector<Link> links{{0, 1}};
  const std::vector<double> rank =
      page_rank(LinkGraph(2, links), {.tolerance = 1e-12, .most_rounds = 1000});
  const double r1 = (.075 + .85) / (1 + .85 / 2);
  EXPECT_NEAR(rank[1], r1, 1e-9);
  EXPECT_NEAR(rank[0] + rank[1], 1, 1e-9);
}

TEST(PageRank, IsWhatAFullMatrixGives) {
  constexpr std::size_t kPages = 60;
  Random random(3);
  std::vector<Link> links;
  for (int at = 0; at < 200; ++at) {
    links.push_back({LinkGraph::Node(random.below(kPages / 2)),
                     LinkGraph::Node(random.below(kPages))});
  }
  const LinkGraph graph(kPages, links);
  std::vector<double> expected(kPages, 1.0 / kPages);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> next(kPages, .15 / kPages);
    for (std::size_t from = 0; from < kPages; ++from) {
      for (std::size_t to = 0; to < kPages; ++to) {
        const auto sources = graph.backlinks(LinkGraph::Node(to));
        const bool links_to =
            std::find(sources.begin(), sources.end(), from) != sources.end();
        const std::uint32_t count = graph.forward_link_count(LinkGraph::Node(from));
        const double share = count == 0 ? 1.0 / kPages : links_to ? 1.0 / count : 0;
        next[to] += .85 * expected[from] * share;
      }
    }
    expected = next;
  }
  const std::vector<double> rank =
      page_rank(graph, {.tolerance = 1e-13, .most_rounds = 1000});
  for (std::size_t page = 0; page < kPages; ++page) {
    EXPECT_NEAR(rank[page], expected[page], 1e-10);
  }
  EXPECT_NEAR(std::accumulate(rank.begin(), rank.end(), 0.0), 1, 1e-9);
}

TEST(PageRank, OfNoPagesIsEmpty) { EXPECT_TRUE(page_rank(LinkGraph(0, {})).empty()); }

TEST(RanksOf, GivesTheHighestTheFirstPlace) {
  const std::vector<double> importance{.1, .5, .1, .9};
  EXPECT_THAT(ranks_of(importance), ::testing::ElementsAre(3, 2, 4, 1));
}

}  // namespace
}  // namespace curlew::frontier
