// Words with what was learned about each, found by hash.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "extract/words/word_cutter.h"

namespace curlew::extract {

// How much more likely than on average text is part of an article where a word stands:
// log odds, in hundredths.
struct WordScore {
  std::string_view word;
  int hundredths;
};

// Open addressing over slots of two bytes, at most a quarter of them used: most words
// that are asked for are not there, and that is known after one look at a table that
// stays in the nearest cache. The words are borrowed.
template <typename Value>
class WordTable {
 public:
  // For at most so many words, which must be fewer than 65,536.
  explicit WordTable(std::size_t words) {
    while (slots_.size() < words * 4) slots_.resize(slots_.size() * 2);
    entries_.reserve(words);
  }

  // Null when the word is not there.
  const Value* find(std::string_view word) const {
    const std::uint16_t slot = slots_[place_of(word)];
    return slot == 0 ? nullptr : &entries_[slot - 1u].value;
  }

  // Adds the word where it is not there yet.
  Value& operator[](std::string_view word) {
    std::uint16_t& slot = slots_[place_of(word)];
    if (slot == 0) {
      entries_.push_back({word, {}});
      slot = std::uint16_t(entries_.size());
    }
    return entries_[slot - 1u].value;
  }

 private:
  struct Entry {
    std::string_view word;
    Value value;
  };

  std::size_t place_of(std::string_view word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_of_word(word) & mask;
    while (slots_[at] != 0 && entries_[slots_[at] - 1u].word != word)
      at = (at + 1) & mask;
    return at;
  }

  // 0: empty.
  std::vector<std::uint16_t> slots_ = std::vector<std::uint16_t>(64);
  std::vector<Entry> entries_;
};

}  // namespace curlew::extract
