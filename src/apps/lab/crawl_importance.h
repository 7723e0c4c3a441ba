// Who links to whom, as far as a crawl in the lab has seen, and what follows from it
// for the importance of pages.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace curlew::apps {

class CrawlGraph {
 public:
  explicit CrawlGraph(std::size_t pages) : links_(pages), backlinks_(pages) {}

  // Replaces those that the page had.
  void set_links(std::uint32_t page, std::span<const std::uint32_t> targets) {
    links_[page].assign(targets.begin(), targets.end());
  }
  std::span<const std::uint32_t> links(std::uint32_t page) const {
    return links_[page];
  }
  void count_backlink(std::uint32_t target) { ++backlinks_[target]; }
  double backlinks_of(std::uint32_t page) const { return double(backlinks_[page]); }

  // By page. Pages that nobody has heard of have the least.
  std::vector<double> pagerank() const;

 private:
  std::vector<std::vector<std::uint32_t>> links_;
  std::vector<std::uint32_t> backlinks_;
};

}  // namespace curlew::apps
