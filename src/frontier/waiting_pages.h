// The pages of one topic that wait for a visit, best first, without those of owners
// that have no room.
//
// Three heaps above each other: pages stand in lines, the lines of an owner form a
// lane, and the lanes that are open stand in one heap. An owner that is busy takes one
// lane out, however many pages wait in it. A line holds either pages with a number of
// their own each, or links of one class on one site: those promise the same, so that
// what is learned of the class moves one line and not its thousands of links.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "frontier/crawl_page.h"
#include "frontier/page_table.h"
#include "frontier/placed_heap.h"

namespace curlew::frontier {

class WaitingPages {
 public:
  struct Best {
    Slot slot = kNoSlot;
    double priority = 0;
  };
  // Among equals, links in hub areas come first, or nobody does; then lower numbers.
  enum class Hubs : std::uint8_t { kFirst, kAsOthers };

  explicit WaitingPages(Hubs hubs) : hubs_(hubs) {}

  std::size_t size() const { return size_; }
  // None of those that wait has an owner without room.
  bool is_all_open() const { return open_.size() == lane_of_.size() - idle_lanes_; }

  void insert_page(PageTable& table, Slot slot, double priority, bool is_open);
  // Among links of its class on its site, by anchor similarity.
  void insert_link(PageTable& table, Slot slot, double gain, bool is_open);
  void erase(PageTable& table, Slot slot);
  void set_priority(PageTable& table, Slot slot, double priority);
  void set_open(PageTable& table, OwnerNumber owner, bool is_open);

  // Of the open lanes.
  std::optional<Best> best() const;

  // A line of links was given this gain; nothing when there is none.
  void set_gain(PageTable& table, SiteNumber site, std::uint8_t link_class,
                double gain);
  // All pages of the lines of pages, and all lines of links, get new numbers: O(n).
  using PriorityOf = std::function<double(Slot)>;
  using GainOf = std::function<double(SiteNumber site, std::uint8_t link_class)>;
  void reorder(PageTable& table, const PriorityOf& priority_of, const GainOf& gain_of);
  // Only the lines of links.
  void reorder_links(PageTable& table, const GainOf& gain_of);
  // Adds without order; to be followed by reorder().
  void append_page(PageTable& table, Slot slot, bool is_open);

  // All pages that wait, in no order.
  std::vector<Slot> slots() const;
  void clear(PageTable& table);
  std::size_t memory_bytes() const;

 private:
  struct Entry {
    double key;
    Slot slot;
  };
  enum class LineKind : std::uint8_t { kPages, kLinks };
  struct Line {
    PlacedHeap<Entry> pages;
    double gain = 0;
    std::uint32_t lane = kNowhere;
    std::uint32_t place = kNowhere;
    SiteNumber site{};
    LineKind kind = LineKind::kPages;
    std::uint8_t link_class = 0;
  };
  struct Lane {
    PlacedHeap<std::uint32_t> lines;
    OwnerNumber owner{};
    std::uint32_t pages_line = kNowhere;
    // In `open_`; kNowhere when it is closed, or empty.
    std::uint32_t place = kNowhere;
    bool is_open = true;
  };
  struct PageOrder;
  struct LineOrder;
  struct LaneOrder;

  static std::uint64_t line_key(SiteNumber site, std::uint8_t link_class) {
    return std::uint64_t{link_class} << 32 | index_of(site);
  }
  std::uint32_t lane_for(OwnerNumber owner, bool is_open);
  std::uint32_t new_line(std::uint32_t lane, LineKind kind);
  std::uint32_t pages_line_for(OwnerNumber owner, bool is_open);
  void insert(PageTable& table, std::uint32_t line, Slot slot, double key);
  bool is_better_top(const PageTable& table, const Line& left, const Line& right) const;
  double priority_of(const Line& line) const {
    return line.kind == LineKind::kPages ? line.pages.top().key : line.gain;
  }
  // The line's best page or gain changed, or it became empty, or was.
  void line_changed(const PageTable& table, std::uint32_t line);
  void lane_changed(const PageTable& table, std::uint32_t lane);
  void free_line(std::uint32_t line);
  void rebuild_lanes(const PageTable& table);

  Hubs hubs_;
  std::size_t size_ = 0;
  std::size_t idle_lanes_ = 0;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> free_lines_;
  std::vector<Lane> lanes_;
  PlacedHeap<std::uint32_t> open_;
  std::unordered_map<std::uint32_t, std::uint32_t> lane_of_;
  std::unordered_map<std::uint64_t, std::uint32_t> links_line_of_;
};

}  // namespace curlew::frontier
