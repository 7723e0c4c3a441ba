// Sources in the order in which they are due; equal times in the order of insertion.
//
// A binary heap over a dense array with an index by slot: O(log n) for every change,
// and nothing is ever scanned.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/time.h"
#include "schedule/policy.h"

namespace curlew::schedule {

class DueQueue {
 public:
  // Inserts, or moves to another time.
  void set(Slot slot, Time due);
  void erase(Slot slot);
  bool contains(Slot slot) const {
    return slot < where_.size() && where_[slot] != kNowhere;
  }

  // Everybody is due so much earlier.
  void bring_forward(Milliseconds by);

  std::optional<Time> first_due() const;
  // Takes the first source out when it is due at `now`.
  std::optional<Slot> pop_due(Time now);

  std::size_t size() const { return heap_.size(); }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Item {
    Time due;
    std::uint64_t order;  // Breaks ties: first in, first out.
    Slot slot;
  };
  static bool before(const Item& a, const Item& b);
  void place(std::size_t at, Item item);
  void sift_up(std::size_t at, Item item);
  void sift_down(std::size_t at, Item item);
  void remove_at(std::size_t at);

  std::vector<Item> heap_;
  std::vector<std::uint32_t> where_;  // By slot; kNowhere when not in line.
  std::uint64_t next_order_ = 0;
};

}  // namespace curlew::schedule
