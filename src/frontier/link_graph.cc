#include "frontier/link_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"

namespace curlew::frontier {

LinkGraph::LinkGraph(std::size_t pages, std::span<const Link> links)
    : begins_(pages + 1, 0), forward_(pages, 0) {
  CHECK(pages < std::numeric_limits<Node>::max());
  CHECK(links.size() < std::numeric_limits<std::uint32_t>::max());
  const auto counts = [pages](const Link& link) {
    return link.from < pages && link.to < pages && link.from != link.to;
  };
  for (const Link& link : links) {
    if (counts(link)) ++begins_[link.to + 1];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  sources_.resize(begins_[pages]);
  std::vector<std::uint32_t> ends(begins_.begin(), begins_.end() - 1);
  for (const Link& link : links) {
    if (counts(link)) sources_[ends[link.to]++] = link.from;
  }
  // Each row sorted and without repetitions, moved together.
  std::uint32_t kept = 0;
  for (std::size_t page = 0; page < pages; ++page) {
    const auto begin = sources_.begin() + begins_[page];
    const auto end = sources_.begin() + ends[page];
    std::sort(begin, end);
    const auto unique_end = std::unique(begin, end);
    begins_[page] = kept;
    for (auto at = begin; at != unique_end; ++at) {
      ++forward_[*at];
      sources_[kept++] = *at;
    }
  }
  begins_[pages] = kept;
  sources_.resize(kept);
  sources_.shrink_to_fit();
}

std::vector<double> page_rank(const LinkGraph& graph, const PageRankOptions& options) {
  const std::size_t pages = graph.page_count();
  if (pages == 0) return {};
  const double share = 1.0 / double(pages);
  std::vector<double> rank(pages, share);
  // What a page gives to each of those that it links to.
  std::vector<double> given(pages, 0);
  for (int round = 0; round < options.most_rounds; ++round) {
    double dangling = 0;
    for (std::size_t page = 0; page < pages; ++page) {
      const std::uint32_t links = graph.forward_link_count(LinkGraph::Node(page));
      if (links == 0) dangling += rank[page];
      given[page] = links == 0 ? 0 : rank[page] / links;
    }
    const double base =
        (1 - options.damping) * share + options.damping * dangling * share;
    double moved = 0;
    for (std::size_t page = 0; page < pages; ++page) {
      double sum = 0;
      for (const LinkGraph::Node from : graph.backlinks(LinkGraph::Node(page))) {
        sum += given[from];
      }
      const double next = base + options.damping * sum;
      moved += std::abs(next - rank[page]);
      rank[page] = next;
    }
    if (moved < options.tolerance) break;
  }
  return rank;
}

std::vector<std::uint32_t> ranks_of(std::span<const double> importance) {
  std::vector<std::uint32_t> order(importance.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
    return importance[left] != importance[right] ? importance[left] > importance[right]
                                                 : left < right;
  });
  std::vector<std::uint32_t> ranks(importance.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) ranks[order[at]] = at + 1;
  return ranks;
}

}  // namespace curlew::frontier
