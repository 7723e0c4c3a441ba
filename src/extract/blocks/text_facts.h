// What can be counted in the text of a block without knowing its language.

#pragma once

#include <cstdint>
#include <string_view>

namespace curlew::extract {

struct TextFacts {
  // Chinese and Japanese count two characters as one.
  std::uint32_t words = 0;
  // Characters that are neither space nor punctuation.
  std::uint32_t letters = 0;
  std::uint32_t digits = 0;
  // ASCII ones.
  std::uint32_t capitals = 0;
  std::uint32_t capitalised_words = 0;
  // Of up to three bytes.
  std::uint32_t short_words = 0;
  std::uint32_t sentence_ends = 0;
  std::uint32_t commas = 0;
  // | / » and their like
  std::uint32_t separators = 0;
  std::uint32_t quotes = 0;
  // 1900 … 2099
  std::uint32_t years = 0;
  // 12:30
  std::uint32_t clock_times = 0;
  std::uint32_t currencies = 0;
  bool has_at = false;
  bool has_copyright = false;
  // http:, www.
  bool has_address = false;
  // 0 a small letter, 1 a capital, 2 a digit, 3 other
  std::uint8_t first = 0;
  // 0 a letter, 1 ends a sentence, 2 colon, 3 ellipsis, 4 other
  std::uint8_t last = 0;
};

TextFacts count_text(std::string_view text);

}  // namespace curlew::extract
