#include "text/greek/letters.h"

namespace curlew::text {

std::string with_plain_i(std::string stem) {
  if (!stem.ends_with("υ") || ends_with_any(stem, {"ου", "ευ", "αυ"})) return stem;
  stem.resize(stem.size() - kLetterBytes);
  return stem + "ι";
}

std::size_t vowel_group_count(std::string_view greek) {
  std::size_t count = 0;
  bool was_vowel = false;
  for (std::size_t i = 0; i < letter_count(greek); ++i) {
    const bool is_vowel = is_greek_vowel(letter_at(greek, i));
    if (is_vowel && !was_vowel) ++count;
    was_vowel = is_vowel;
  }
  return count;
}

}  // namespace curlew::text
