// The forms of one word: folded, stemmed, and whether it says anything. A cache in
// front of stemming, because half of any text is a few hundred words.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"
#include "text/language.h"
#include "text/stemmer.h"

namespace curlew::text {

struct WordForms {
  std::string_view folded;
  std::string_view stem;
  TokenKind kind = TokenKind::kWord;
};

// For one thread at a time.
class WordFormCache {
 public:
  WordFormCache();

  // What it hands out lives until the next call.
  WordForms find(std::string_view word, Language language);
  std::string stem(std::string_view word, Language language) {
    return stemmer_.stem(word, language);
  }

 private:
  // Word, folded form and stem behind each other: an English word touches one cache
  // line. What does not fit into two is worked out each time.
  struct alignas(64) Slot {
    Language language = Language::kUnknown;
    TokenKind kind = TokenKind::kWord;
    // 0: free.
    std::uint8_t word_size = 0;
    std::uint8_t folded_size = 0;
    std::uint8_t stem_size = 0;
    std::uint8_t stem_begin = 0;
    std::array<char, 122> letters;

    bool holds(std::string_view word, Language language) const;
    void store(std::string_view word, Language language, const WordForms& forms);
    WordForms forms() const;
  };
  static_assert(sizeof(Slot) == 128);

  WordForms work_out(std::string_view word, Language language);
  Slot& slot_of(std::string_view word);

  Stemmer stemmer_;
  // Direct-mapped: a newer word replaces an older one.
  std::vector<Slot> slots_;
  std::string folded_;
  std::string stem_;
};

}  // namespace curlew::text
