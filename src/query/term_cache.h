// The terms of words, remembered by how the words are written. Most words of an article
// stood in one before it: these cost one look here, and are not folded, stemmed and
// hashed again.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "text/analyzer.h"
#include "text/language.h"
#include "text/language_detector.h"

namespace curlew::query {

// What the words of a text are taken for.
struct Reading {
  text::Language language = text::Language::kUnknown;
  text::Spelling spelling = text::Spelling::kUsual;

  bool operator==(const Reading&) const = default;
};

// The terms of one word, in their order (terms.h). None where nothing of the word is
// left when it is folded.
struct WordTerms {
  // Of all terms, behind each other.
  std::string_view letters;
  std::span<const std::uint16_t> sizes;
  std::span<const std::uint64_t> hashes;
  bool is_stop_word = false;
};

// Grows with what it is asked for, up to 4 MB. For one thread at a time.
class TermCache {
 public:
  TermCache();

  // Calls visit(range, terms) for each word of the text that has terms. They live until
  // it returns.
  template <typename Visit>
  void for_each_word(std::string_view text, Reading reading,
                     const text::Analyzer& analyzer, const Visit& visit) {
    find_words(text, analyzer);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (i + kAhead < words_.size()) prefetch_slot(word_hashes_[i + kAhead]);
      const WordTerms terms =
          find(words_[i].of(text), word_hashes_[i], reading, analyzer);
      if (!terms.sizes.empty()) visit(words_[i], terms);
    }
  }

 private:
  // What does not fit is worked out each time.
  struct alignas(64) Slot {
    std::array<std::uint64_t, 4> hashes;
    std::array<std::uint16_t, 4> sizes;
    std::uint8_t count = 0;
    // 0: free.
    std::uint8_t word_size = 0;
    std::uint8_t letters_size = 0;
    bool is_stop_word = false;
    Reading reading;
    // The word, and behind it its terms.
    std::array<char, 82> letters;

    bool holds(std::string_view word, Reading reading) const;
    void store(std::string_view word, Reading reading, const WordTerms& terms);
    WordTerms terms() const;
  };
  static_assert(sizeof(Slot) == 128);

  // How many words ahead memory is asked for their slots.
  static constexpr std::size_t kAhead = 8;

  void find_words(std::string_view text, const text::Analyzer& analyzer);
  void prefetch_slot(std::uint64_t hash) const {
    const Slot& slot = slots_[hash % slots_.size()];
    // Its two lines of the processor's cache.
    prefetch(&slot);
    prefetch(&slot.letters.back());
  }
  WordTerms find(std::string_view word, std::uint64_t hash, Reading reading,
                 const text::Analyzer& analyzer);
  WordTerms work_out(std::string_view word, Reading reading,
                     const text::Analyzer& analyzer);
  void add(char mark, std::string_view word);
  void add_sounds(std::string_view folded, std::string_view stem, Reading reading);
  void count_miss();

  // Of the text that is read.
  std::vector<text::ByteRange> words_;
  std::vector<std::uint64_t> word_hashes_;
  // Direct-mapped: a newer word replaces an older one.
  std::vector<Slot> slots_;
  std::size_t misses_ = 0;
  // Of the word that was worked out last.
  std::string letters_;
  std::vector<std::uint16_t> sizes_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace curlew::query
