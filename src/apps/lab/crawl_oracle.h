// What revisits could have found: beside a crawl goes an order that knows when pages
// change. It has the pages that the crawl keeps, and a visit whenever the crawl makes
// one to a known page, once a phase to each; it takes any that has changed since its
// own last visit. No order finds more with the same visits but for the luck of the last
// phase, so that what an order found is told as a share of this.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "apps/lab/crawl_site.h"

namespace curlew::apps {

class CrawlOracle {
 public:
  using Page = CrawlSite::Page;

  // `site` must outlive it.
  explicit CrawlOracle(CrawlSite& site) : site_(site) {}

  // Kept from now on, and seen in this version. Nothing when it is kept already.
  void keep(Page page, std::uint32_t version);
  void forget(Page page) { kept_.erase(page); }

  // A phase that lasts so long: every page may be visited again.
  void begin_phase(Milliseconds length);
  // A visit to a known page. Whether there was one that had changed.
  bool revisit(Time now);

 private:
  struct Kept {
    std::uint32_t seen = 0;
    // The latest that was found to differ from `seen` in nothing that counts.
    std::uint32_t same = 0;
    bool was_visited = false;
    detect::ThesisNotes notes;
  };

  void look_for_changed(Time now);
  bool has_changed(Page page, Kept& kept, Time now);

  CrawlSite& site_;
  std::unordered_map<Page, Kept> kept_;
  std::vector<Page> changed_;
  Milliseconds between_looks_{};
  Time next_look_{};
};

}  // namespace curlew::apps
