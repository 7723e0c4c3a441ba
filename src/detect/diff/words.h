// Texts of blocks as words, and which of them differ.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::detect {

struct Word {
  std::uint64_t hash = 0;
  // In the text.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Letters and digits that hang together; each other character by itself, so that a
// comma is added without changing the word before it. Of scripts without spaces
// (Chinese, Japanese, Thai) each character is a word. At most `limit`, the last of them
// with the rest of the text.
std::vector<Word> cut_words(std::string_view text, std::size_t limit = SIZE_MAX);

enum class WordFate : std::uint8_t { kSame, kRemoved, kAdded };

// Words in a row with the same fate, and the spaces between them.
struct WordRun {
  WordFate fate = WordFate::kSame;
  std::string text;

  bool operator==(const WordRun&) const = default;
};

// The runs without kRemoved are `now`, those without kAdded have the words of `old`,
// parted as they were at each place that differs.
std::vector<WordRun> compare_words(std::string_view old, std::string_view now);

// The text with each run of digits as "0" and each word that looks random as "x": what
// is left when clocks, counters and tokens are not looked at.
std::string masked(std::string_view text);

}  // namespace curlew::detect
