// All pages of one topic that wait for a visit: those with a number of their own, and
// links by class.
//
// Under `curlew` a link's gain is made of what is learned of its class and how its site
// leans. A class orders its links by the leaning of their sites alone, so that what is
// learned of the class moves nothing: the best links of all classes meet only when the
// best page is asked for. There are 256 classes at most, and some 30 that occur.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "frontier/link_promise.h"
#include "frontier/page_table.h"
#include "frontier/waiting_pages.h"

namespace curlew::frontier {

class TopicFrontier {
 public:
  using Best = WaitingPages::Best;

  explicit TopicFrontier(WaitingPages::Hubs hubs) : pages(hubs) {}

  std::size_t size() const;
  bool is_all_open() const;

  // By the leaning of the link's site.
  void insert_link(PageTable& table, Slot slot, double leaning, bool is_open);
  void erase_link(PageTable& table, Slot slot);
  void set_leaning(PageTable& table, SiteNumber site, std::uint8_t link_class,
                   double leaning);
  void set_open(PageTable& table, OwnerNumber owner, bool is_open);

  // A link is worth its probability of being accepted, times `usual_similarity`.
  std::optional<Best> best(const PageTable& table, const LinkPromise& promise,
                           double usual_similarity) const;

  std::vector<Slot> slots() const;
  std::size_t link_count() const { return size() - pages.size(); }
  void clear(PageTable& table, WaitingPages::Hubs hubs);
  std::size_t memory_bytes() const;

  WaitingPages pages;

 private:
  std::array<std::unique_ptr<WaitingPages>, 256> links_;
};

}  // namespace curlew::frontier
