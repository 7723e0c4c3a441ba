// From 64-bit keys, which are hashes already, to numbers in the order of their arrival.
// Open addressing: a lookup that finds nothing costs one cache line, and most lookups
// of pairs of words find nothing. std::unordered_map took three times as long.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/prefetch.h"

namespace curlew::classify {

class KeyTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::size_t size() const { return size_; }

  std::uint32_t find(std::uint64_t key) const {
    if (slots_.empty()) return kNone;
    for (std::size_t at = key & mask();; at = (at + 1) & mask()) {
      if (slots_[at].number == kNone || slots_[at].key == key) return slots_[at].number;
    }
  }

  // By their numbers.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> result(size_);
    for (const Slot& slot : slots_) {
      if (slot.number != kNone) result[slot.number] = slot.key;
    }
    return result;
  }

  // Brings the key's place near: tables are larger than caches.
  void prefetch(std::uint64_t key) const {
    if (!slots_.empty()) curlew::prefetch(&slots_[key & mask()]);
  }

  // The key's number, a new one when it has none.
  std::uint32_t add(std::uint64_t key) {
    if (size_ * 2 >= slots_.size()) grow();
    return insert(key, std::uint32_t(size_));
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = kNone;
  };

  std::size_t mask() const { return slots_.size() - 1; }

  std::uint32_t insert(std::uint64_t key, std::uint32_t number) {
    std::size_t at = key & mask();
    while (slots_[at].number != kNone) {
      if (slots_[at].key == key) return slots_[at].number;
      at = (at + 1) & mask();
    }
    slots_[at] = {key, number};
    ++size_;
    return number;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    size_ = 0;
    for (const Slot& slot : old) {
      if (slot.number != kNone) insert(slot.key, slot.number);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace curlew::classify
