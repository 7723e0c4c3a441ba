// What topics see of a text: the stems of the words that say something, in their order.
// Stop words, numbers and single letters are left out.
//
//   TopicReader reader(analyzer, StemRules::kByLanguage);   // One per thread.
//   TopicWords words;
//   reader.read({.title = title, .text = text, .language = language}, words);

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"
#include "text/language.h"
#include "text/porter.h"

namespace curlew::classify {

struct TopicText {
  std::string_view title;
  std::string_view text;
  text::Language language = text::Language::kUnknown;
};

enum class Place : std::uint8_t { kText, kTitle };

class TopicWords {
 public:
  struct Word {
    // A hash of the stem; the same in every run.
    std::uint64_t key = 0;
    std::uint32_t begin = 0;
    std::uint16_t size = 0;
    Place place = Place::kText;
  };

  void clear();
  void add(std::string_view stem, Place place);
  // The same when the key is known.
  void add(std::string_view stem, std::uint64_t key, Place place);
  std::span<const Word> words() const { return words_; }
  std::string_view stem(const Word& word) const {
    return std::string_view(letters_).substr(word.begin, word.size);
  }

 private:
  std::vector<Word> words_;
  std::string letters_;
};

enum class StemRules : std::uint8_t {
  // The stems of the text's language, and its stop words.
  kByLanguage,
  // Those of the paper DYN: Porter's English stems and the stop words of its table C.1.
  kPorter1980,
};

// For one thread at a time. Keeps what it found of the words that it met, in about 2
// MB: most words of a text are old acquaintances, and from the bytes of such a word to
// its key is one step. The whole analysis of a text took half as long again.
class TopicReader {
 public:
  TopicReader(const text::Analyzer& analyzer, StemRules rules);

  // Replaces `words`. Words beyond the first few thousand do not count: no reader
  // needs them to tell what a text is about.
  void read(const TopicText& text, TopicWords& words);

 private:
  // A word, and its stem behind it: one line of the processor's cache.
  struct alignas(64) Slot {
    std::uint64_t key = 0;
    text::Language language = text::Language::kUnknown;
    // 0: free.
    std::uint8_t word_size = 0;
    // 0: the word does not count.
    std::uint8_t stem_size = 0;
    std::array<char, 53> letters;

    bool holds(std::string_view word, text::Language of) const;
    std::string_view stem() const { return {letters.data() + word_size, stem_size}; }
  };

  void read_part(std::string_view part, text::Language language, Place place,
                 TopicWords& words);
  Slot& slot_of(std::string_view word);
  // Empty when the word does not count.
  std::string stem_of(std::string_view word, text::Language language);

  const text::Analyzer& analyzer_;
  StemRules rules_;
  text::PorterStemmer porter_;
  std::vector<text::ByteRange> ranges_;
  // Direct-mapped: a newer word replaces an older one.
  std::vector<Slot> slots_;
};

// The key of a stem, and of two stems that stand behind each other.
std::uint64_t key_of(std::string_view stem);
inline std::uint64_t key_of_pair(std::uint64_t first, std::uint64_t second) {
  const std::uint64_t both = (first ^ 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93 + second;
  return (both ^ (both >> 32)) * 0xD6E8FEB86659FD93;
}

}  // namespace curlew::classify
