// Every page that the crawl knows, in 80 bytes each, and where to find it by its
// number. Pages are never taken out: those that were rejected must not come again.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "frontier/crawl_page.h"
#include "frontier/placed_heap.h"

namespace curlew::frontier {

// A page's place in the table.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

using Second = std::uint32_t;

inline Second to_second(Time time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return static_cast<Second>(std::clamp<std::int64_t>(
      seconds.time_since_epoch().count(), 0, std::int64_t{~Second{0}}));
}

struct PageRecord {
  PageId page = kNoPage;
  OwnerNumber owner{};
  SiteNumber site{};
  float similarity = 0;
  float anchor_similarity = 0;
  float parent_similarity = 0;
  float importance = 0;
  Second first_visit = 0;
  Second last_visit = 0;
  std::uint32_t phase_visited = 0;
  // In which line it waits and where in it; kNowhere when it does not.
  std::uint32_t line = kNowhere;
  std::uint32_t place = kNowhere;
  // When its gain is computed again; 0: never. Only while it waits as a known page.
  Second next_judgement = 0;
  // When it is said to have changed, after its last visit; 0: nobody says so.
  Second hinted = 0;
  TopicIndex topic = kNoTopic;
  std::uint16_t depth = 0;
  std::uint16_t structural = 0;
  std::uint16_t textual = 0;
  std::uint16_t visits = 0;
  std::uint16_t changes = 0;
  PageStanding standing = PageStanding::kWaiting;
  LinkArea area = LinkArea::kInformational;
  std::uint8_t off_topic = 0;
  std::uint8_t mentions = 0;
  std::uint8_t link_class = 0;
  std::uint8_t failures : 7 = 0;
  std::uint8_t is_out : 1 = 0;

  bool is_waiting_in_line() const { return line != kNowhere; }
  std::uint32_t dynamicity() const { return std::uint32_t{structural} + textual; }
};
static_assert(sizeof(PageRecord) == 80);

CrawlPageState to_state(const PageRecord& record);
PageRecord to_record(const CrawlPageState& state);

class PageTable {
 public:
  void reserve(std::size_t pages) {
    const std::size_t cells = pages + pages / 2;
    if (cells > cells_.size()) rehash(cells);
  }
  std::size_t size() const { return size_; }

  PageRecord& operator[](Slot slot) {
    return (*chunks_[slot >> kChunkBits])[slot & (kChunk - 1)];
  }
  const PageRecord& operator[](Slot slot) const {
    return (*chunks_[slot >> kChunkBits])[slot & (kChunk - 1)];
  }

  Slot find(PageId page) const {
    if (cells_.empty()) return kNoSlot;
    for (std::size_t at = home(page);; at = at + 1 == cells_.size() ? 0 : at + 1) {
      const Slot slot = cells_[at];
      if (slot == kNoSlot || (*this)[slot].page == page) return slot;
    }
  }

  // A page that is not in it.
  Slot add(const PageRecord& record) {
    if (size_ % kChunk == 0) chunks_.push_back(std::make_unique<Chunk>());
    const Slot slot = static_cast<Slot>(size_++);
    (*this)[slot] = record;
    // At most 77 % full. It grows by half: twice would double what 10 million take.
    if (size_ * 13 > cells_.size() * 10) {
      rehash(cells_.size() + cells_.size() / 2 + 64);
    } else {
      place(slot);
    }
    return slot;
  }

  std::size_t memory_bytes() const {
    return chunks_.size() * sizeof(Chunk) + cells_.capacity() * sizeof(Slot);
  }

 private:
  static constexpr int kChunkBits = 12;
  static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;
  using Chunk = std::array<PageRecord, kChunk>;

  std::size_t home(PageId page) const {
    const std::uint64_t hash = scrambled(static_cast<std::uint64_t>(page));
    return static_cast<std::size_t>((hash >> 32) * cells_.size() >> 32);
  }

  void place(Slot slot) {
    std::size_t at = home((*this)[slot].page);
    while (cells_[at] != kNoSlot) at = at + 1 == cells_.size() ? 0 : at + 1;
    cells_[at] = slot;
  }

  void rehash(std::size_t cells) {
    cells_ = {};
    cells_.resize(cells, kNoSlot);
    for (std::size_t slot = 0; slot < size_; ++slot) place(static_cast<Slot>(slot));
  }

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t size_ = 0;
  std::vector<Slot> cells_;
};

}  // namespace curlew::frontier
