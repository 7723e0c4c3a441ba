// Questions about folded Greek letters, of two bytes each.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace curlew::text {

inline constexpr std::size_t kLetterBytes = 2;

inline std::size_t letter_count(std::string_view greek) {
  return greek.size() / kLetterBytes;
}

inline std::string_view letter_at(std::string_view greek, std::size_t index) {
  return greek.substr(index * kLetterBytes, kLetterBytes);
}

inline bool is_greek_vowel(std::string_view letter) {
  for (const std::string_view vowel : {"α", "ε", "η", "ι", "ο", "υ", "ω"}) {
    if (letter == vowel) return true;
  }
  return false;
}

inline bool ends_with_any(std::string_view text,
                          std::initializer_list<std::string_view> ends) {
  for (const std::string_view end : ends) {
    if (text.ends_with(end)) return true;
  }
  return false;
}

// A stem's last υ as ι: they sound the same and change places (βαθύς, βαθιά; ίδρυα).
// Not in ου, ευ and αυ.
std::string with_plain_i(std::string stem);

// Vowels next to each other count once: αι, ου.
std::size_t vowel_group_count(std::string_view greek);

}  // namespace curlew::text
