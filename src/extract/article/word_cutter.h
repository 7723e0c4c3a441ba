// Words of markup and of short texts, the cheap way: runs of ASCII letters and of bytes
// above ASCII, in small ASCII letters. For looking up in tables, not for reading.

#pragma once

#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace curlew::extract {

inline constexpr std::size_t kMaxWordBytes = 24;  // Longer ones are cut.

inline bool is_word_byte(char c) {
  return is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
}

// Calls `use` with each word; the view is good until it returns.
template <typename Use>
void for_each_word(std::string_view text, Use use) {
  char word[kMaxWordBytes];
  std::size_t size = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && is_word_byte(text[at])) {
      if (size < kMaxWordBytes) word[size++] = to_ascii_lower(text[at]);
      continue;
    }
    if (size > 0) use(std::string_view(word, size));
    size = 0;
  }
}

// The same for names in markup, where "relatedPosts" is two words, and one with digits
// in it, made by a program, is none.
template <typename Use>
void for_each_name_word(std::string_view text, Use use) {
  char word[kMaxWordBytes];
  std::size_t size = 0;
  bool is_code = false;
  const auto finish = [&] {
    if (size > 1 && !is_code) use(std::string_view(word, size));
    size = 0;
    is_code = false;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_ascii_digit(c)) {
      is_code = true;
    } else if (is_ascii_alpha(c)) {
      if (is_ascii_upper(c) && at > 0 && is_ascii_lower(text[at - 1])) finish();
      if (size < kMaxWordBytes) word[size++] = to_ascii_lower(c);
    } else {
      finish();
    }
  }
  finish();
}

// FNV-1a.
inline std::uint32_t hash_of_word(std::string_view word) {
  std::uint32_t hash = 2166136261u;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

}  // namespace curlew::extract
