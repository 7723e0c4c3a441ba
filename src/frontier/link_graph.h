// Who links to whom, and how important that makes each page: PageRank, backlinks,
// forward links. For the orders that a focused crawl is compared with; over the pages
// of all topics together, as the thesis computes them.
//
//   LinkGraph graph(pages, links);
//   const std::vector<double> rank = page_rank(graph);
//
// Pages are numbered from 0 here. Pure; a built graph may be read from several threads.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace curlew::frontier {

class LinkGraph {
 public:
  using Node = std::uint32_t;
  struct Link {
    Node from = 0;
    Node to = 0;
  };

  // Links from and to the first `pages` numbers; others are left out, as are links of a
  // page to itself and all but one of those between the same two pages. 8 bytes a page
  // and 4 a link stay; while it is built, 12 a link.
  LinkGraph(std::size_t pages, std::span<const Link> links);

  std::size_t page_count() const { return forward_.size(); }
  std::size_t link_count() const { return sources_.size(); }

  // The pages that link to this one, in ascending order.
  std::span<const Node> backlinks(Node page) const {
    return std::span(sources_).subspan(begins_[page],
                                       begins_[page + 1] - begins_[page]);
  }
  std::uint32_t backlink_count(Node page) const {
    return static_cast<std::uint32_t>(begins_[page + 1] - begins_[page]);
  }
  std::uint32_t forward_link_count(Node page) const { return forward_[page]; }

 private:
  // Compressed sparse rows, by the target: sources_[begins_[p]..begins_[p+1]).
  std::vector<std::uint32_t> begins_;
  std::vector<Node> sources_;
  std::vector<std::uint32_t> forward_;
};

struct PageRankOptions {
  // The share of readers that follow a link; the others go to any page.
  double damping = 0.85;
  // Stops when all ranks together move by less than this in a round.
  double tolerance = 1e-6;
  int most_rounds = 100;
};

// The share of all readers that is at each page: they sum up to 1. A page without links
// passes its readers on to all pages alike.
std::vector<double> page_rank(const LinkGraph& graph,
                              const PageRankOptions& options = {});

// The place of each page when all are ordered by `importance`, from 1 for the highest;
// among equals the lower number first.
std::vector<std::uint32_t> ranks_of(std::span<const double> importance);

}  // namespace curlew::frontier
