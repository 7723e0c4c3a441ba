// A set of small numbers, a bit for each: std::vector<bool> takes twice as many
// instructions to read one, and matching reads thousands for an article.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace curlew::match {

class AtomSet {
 public:
  // Room for numbers below `count`.
  void resize(std::size_t count) { words_.resize(count / 64 + 1); }
  void add(std::uint32_t atom) { words_[atom / 64] |= bit_of(atom); }
  void remove(std::uint32_t atom) { words_[atom / 64] &= ~bit_of(atom); }
  bool has(std::uint32_t atom) const {
    return (words_[atom / 64] >> (atom % 64) & 1) != 0;
  }
  std::size_t memory_bytes() const { return words_.capacity() * sizeof words_[0]; }

 private:
  static std::uint64_t bit_of(std::uint32_t atom) { return 1ULL << (atom % 64); }

  std::vector<std::uint64_t> words_;
};

}  // namespace curlew::match
