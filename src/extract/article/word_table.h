// Words with what was learned about each, found by hash.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "extract/article/word_cutter.h"

namespace curlew::extract {

// How much more likely than on average text is part of an article where a word stands:
// log odds, in hundredths.
struct WordScore {
  std::string_view word;
  int hundredths;
};

// Open addressing over a table that is at most a quarter full: most words that are
// asked for are not there, and that is known after one look. The words are borrowed.
template <typename Value>
class WordTable {
 public:
  explicit WordTable(std::size_t words) {
    while (slots_.size() < words * 4) slots_.resize(slots_.size() * 2);
  }

  // Null when the word is not there.
  const Value* find(std::string_view word) const {
    const Slot& slot = slots_[place_of(word)];
    return slot.word.empty() ? nullptr : &slot.value;
  }

  // Adds the word where it is not there yet; for no more words than it was made for.
  Value& operator[](std::string_view word) {
    Slot& slot = slots_[place_of(word)];
    slot.word = word;
    return slot.value;
  }

 private:
  struct Slot {
    std::string_view word;
    Value value{};
  };

  std::size_t place_of(std::string_view word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_of_word(word) & mask;
    while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) & mask;
    return at;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
};

}  // namespace curlew::extract
