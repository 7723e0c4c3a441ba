#include "apps/lab/crawl_importance.h"

#include "frontier/link_graph.h"

namespace curlew::apps {

std::vector<double> CrawlGraph::pagerank() const {
  std::vector<frontier::LinkGraph::Link> links;
  for (std::uint32_t page = 0; page < links_.size(); ++page)
    for (const std::uint32_t target : links_[page]) links.push_back({page, target});
  return page_rank(frontier::LinkGraph(links_.size(), links));
}

}  // namespace curlew::apps
