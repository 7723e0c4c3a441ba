// For tests that two texts have the same words.

#pragma once

#include <string>
#include <string_view>

#include "dom/word_gap.h"

namespace curlew::dom {

// Its words without what parts them, which may be a space in one text, a new line in
// another and a word's end in a third.
inline std::string words_of(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    const std::size_t size = size_of_word(text);
    words += text.substr(0, size);
    text.remove_prefix(size);
    if (!text.empty()) text.remove_prefix(word_gap_at(text).size);
  }
  return words;
}

}  // namespace curlew::dom
