// A binary heap whose entries know where they stand, so that any of them can be moved
// or taken out in O(log n).

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace curlew::frontier {

inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

// `order.is_better(a, b)` says whether `a` stands before `b`; `order.placed(entry, at)`
// is told where an entry stands now. The order is handed to each call: it is two
// pointers, and there may be millions of heaps.
template <typename Entry>
class PlacedHeap {
 public:
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry& top() const { return entries_.front(); }
  Entry& at(std::uint32_t place) { return entries_[place]; }
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }
  std::size_t memory_bytes() const { return entries_.capacity() * sizeof(Entry); }

  template <typename Order>
  void push(Entry entry, const Order& order) {
    entries_.push_back(entry);
    rise(static_cast<std::uint32_t>(entries_.size() - 1), order);
  }

  template <typename Order>
  void erase(std::uint32_t place, const Order& order) {
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place == entries_.size()) return;
    entries_[place] = last;
    moved(place, order);
  }

  // The entry there is better or worse than it was.
  template <typename Order>
  void moved(std::uint32_t place, const Order& order) {
    if (place > 0 && order.is_better(entries_[place], entries_[(place - 1) / 2])) {
      rise(place, order);
    } else {
      sink(place, order);
    }
  }

  // After the entries were changed at will: O(n).
  template <typename Order>
  void rebuild(const Order& order) {
    for (std::uint32_t at = 0; at < entries_.size(); ++at) {
      order.placed(entries_[at], at);
    }
    for (std::size_t at = entries_.size() / 2; at-- > 0;) {
      sink(static_cast<std::uint32_t>(at), order);
    }
  }

 private:
  template <typename Order>
  void rise(std::uint32_t place, const Order& order) {
    const Entry entry = entries_[place];
    while (place > 0) {
      const std::uint32_t above = (place - 1) / 2;
      if (!order.is_better(entry, entries_[above])) break;
      put(place, entries_[above], order);
      place = above;
    }
    put(place, entry, order);
  }

  template <typename Order>
  void sink(std::uint32_t place, const Order& order) {
    const Entry entry = entries_[place];
    const std::size_t size = entries_.size();
    while (true) {
      std::size_t below = 2 * std::size_t{place} + 1;
      if (below >= size) break;
      if (below + 1 < size && order.is_better(entries_[below + 1], entries_[below])) {
        ++below;
      }
      if (!order.is_better(entries_[below], entry)) break;
      put(place, entries_[below], order);
      place = static_cast<std::uint32_t>(below);
    }
    put(place, entry, order);
  }

  template <typename Order>
  void put(std::uint32_t place, const Entry& entry, const Order& order) {
    entries_[place] = entry;
    order.placed(entries_[place], place);
  }

  std::vector<Entry> entries_;
};

}  // namespace curlew::frontier
