// From 64-bit hashes to numbers: open addressing with linear probing, 24 bytes an entry
// when it was made for a known number. The keys are hashes already and are not hashed
// again, except that pairs of numbers are mixed first.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/prefetch.h"

namespace curlew::match {

inline std::uint64_t mix(std::uint64_t value) {
  value *= 0x9E3779B97F4A7C15;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93;
  return value ^ value >> 29;
}

class HashTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  explicit HashTable(std::size_t expected = 0) { allocate(expected); }

  // kNone for keys that it does not have.
  std::uint32_t find(std::uint64_t key) const {
    key |= std::uint64_t(key == 0);
    for (const Slot* slot = slot_of(key);; slot = next(slot)) {
      if (slot->key == key) return slot->value;
      if (slot->key == 0) return kNone;
    }
  }

  // Says that a key will be asked for soon.
  void prefetch(std::uint64_t key) const { curlew::prefetch(slot_of(key)); }

  // The value that the key has; a new key gets `value`.
  std::uint32_t find_or_add(std::uint64_t key, std::uint32_t value) {
    if (size_ >= limit_) grow();
    key |= std::uint64_t(key == 0);
    for (const Slot* slot = slot_of(key);; slot = next(slot)) {
      if (slot->key == key) return slot->value;
      if (slot->key != 0) continue;
      slots_[std::size_t(slot - slots_.data())] = {key, value};
      ++size_;
      return value;
    }
  }

  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.key != 0) visit(slot.key, slot.value);
    }
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  // Together, so that a question touches one line of the processor's cache.
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
  };

  // The upper bits of a product spread keys over any number of slots.
  const Slot* slot_of(std::uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return slots_.data() + std::size_t(Wide(key) * slots_.size() >> 64);
  }
  const Slot* next(const Slot* slot) const {
    return slot + 1 == slots_.data() + slots_.size() ? slots_.data() : slot + 1;
  }

  void allocate(std::size_t expected) {
    limit_ = std::max<std::size_t>(expected, 4);
    slots_.assign(limit_ + limit_ / 2 + 2, {});
  }

  void grow() {
    std::vector<Slot> slots;
    slots.swap(slots_);
    allocate(limit_ * 2);
    size_ = 0;
    for (const Slot& slot : slots) {
      if (slot.key != 0) find_or_add(slot.key, slot.value);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::size_t limit_ = 0;
};

// Says of most keys that are not in a table that they are not, from a sixteenth of the
// memory: most beginnings of a word are nobody's prefix.
class HashFilter {
 public:
  explicit HashFilter(std::size_t expected = 0) {
    std::size_t bits = 64;
    while (bits < expected * kBitsPerKey) bits *= 2;
    words_.assign(bits / 64, 0);
  }

  void add(std::uint64_t key) { words_[word_of(key)] |= bit_of(key); }
  bool may_have(std::uint64_t key) const {
    return (words_[word_of(key)] & bit_of(key)) != 0;
  }
  std::size_t memory_bytes() const { return words_.capacity() * sizeof words_[0]; }

 private:
  static constexpr std::size_t kBitsPerKey = 12;
  std::size_t word_of(std::uint64_t key) const {
    return (key >> 6) & (words_.size() - 1);
  }
  static std::uint64_t bit_of(std::uint64_t key) { return 1ULL << (key & 63); }

  std::vector<std::uint64_t> words_;
};

}  // namespace curlew::match
