// Where words end in the text of a page as browsers show it: at white space, and across
// characters without width, which are not shown at all.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace curlew::dom {

// One character that is not part of a word. `size` bytes; 0 where there is none.
struct WordGap {
  std::size_t size = 0;
  // It parts words; what has no width does not.
  bool is_space = false;
};

inline WordGap word_gap_at(std::string_view text) {
  if (is_ascii_space(text[0])) return {1, true};
  // No-break space.
  if (text.starts_with("\u00A0")) return {2, true};
  // Soft hyphen.
  if (text.starts_with("\u00AD")) return {2, false};
  // Zero-width space.
  if (text.starts_with("\u200B")) return {3, false};
  // Byte order mark.
  if (text.starts_with("\uFEFF")) return {3, false};
  return {};
}

// The first bytes of all of these.
inline constexpr auto kMayBeWordGap = [] {
  std::array<bool, 256> table{};
  for (const unsigned char c : {' ', '\t', '\n', '\f', '\r', '\v'}) table[c] = true;
  for (const unsigned char c : {0xC2, 0xE2, 0xEF}) table[c] = true;
  return table;
}();

// How many bytes before the next of these.
inline std::size_t size_of_word(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && (!kMayBeWordGap[std::uint8_t(text[size])] ||
                                word_gap_at(text.substr(size)).size == 0))
    ++size;
  return size;
}

// The same of all words that have one space between each other: they can be written as
// one.
inline std::size_t size_of_run(std::string_view text) {
  std::size_t size = size_of_word(text);
  while (size > 0 && size + 1 < text.size() && text[size] == ' ') {
    const std::size_t next = size_of_word(text.substr(size + 1));
    if (next == 0) break;
    size += 1 + next;
  }
  return size;
}

}  // namespace curlew::dom
