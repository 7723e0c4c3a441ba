// Words of markup and of short texts, the cheap way: runs of ASCII letters and of bytes
// above ASCII, in small ASCII letters. For looking up in tables, not for reading.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace curlew::extract {

// Longer ones are cut.
inline constexpr std::size_t kMaxWordBytes = 24;

// The byte in small letters where it is one of a word, else 0. All text of a page
// passes here several times.
inline constexpr auto kWordBytes = [] {
  std::array<char, 256> table{};
  for (int c = 0; c < 256; ++c)
    if (is_ascii_alpha(char(c)) || c >= 0x80) table[c] = to_ascii_lower(char(c));
  return table;
}();

inline char word_byte(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }

// Calls `use` with each word, of the first `limit`; the view is good until it returns.
template <typename Use>
void for_each_word(std::string_view text, Use use, std::size_t limit = SIZE_MAX) {
  char word[kMaxWordBytes];
  for (std::size_t at = 0; at < text.size() && limit > 0;) {
    char c = word_byte(text[at++]);
    if (c == 0) continue;
    std::size_t size = 0;
    do {
      if (size < kMaxWordBytes) word[size++] = c;
    } while (at < text.size() && (c = word_byte(text[at++])) != 0);
    use(std::string_view(word, size));
    --limit;
  }
}

// A name with digits in it was made by a program, or counts things: "css-1x2", "menu2".
enum class NameWord { kPlain, kNumbered };

// The same for names in markup, where "relatedPosts" is two words. `use` is told of
// which kind each is.
template <typename Use>
void for_each_name_word(std::string_view text, Use use) {
  char word[kMaxWordBytes];
  std::size_t size = 0;
  bool is_code = false;
  const auto finish = [&] {
    if (size > 1)
      use(std::string_view(word, size),
          is_code ? NameWord::kNumbered : NameWord::kPlain);
    size = 0;
    is_code = false;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_ascii_lower(c)) {
      if (size < kMaxWordBytes) word[size++] = c;
    } else if (is_ascii_digit(c)) {
      is_code = true;
    } else if (is_ascii_upper(c)) {
      if (at > 0 && is_ascii_lower(text[at - 1])) finish();
      if (size < kMaxWordBytes) word[size++] = to_ascii_lower(c);
    } else {
      finish();
    }
  }
  finish();
}

// FNV-1a.
inline constexpr std::uint32_t kEmptyWordHash = 2166136261u;
inline constexpr std::uint32_t hash_with(std::uint32_t hash, char c) {
  return (hash ^ static_cast<unsigned char>(c)) * 16777619u;
}
inline std::uint32_t hash_of_word(std::string_view word) {
  std::uint32_t hash = kEmptyWordHash;
  for (const char c : word) hash = hash_with(hash, c);
  return hash;
}

// The hashes of what for_each_word() finds, without a copy of each.
template <typename Use>
void for_each_word_hash(std::string_view text, Use use) {
  for (std::size_t at = 0; at < text.size();) {
    char c = word_byte(text[at++]);
    if (c == 0) continue;
    std::uint32_t hash = kEmptyWordHash;
    std::size_t size = 0;
    do {
      if (size++ < kMaxWordBytes) hash = hash_with(hash, c);
    } while (at < text.size() && (c = word_byte(text[at++])) != 0);
    use(hash);
  }
}

}  // namespace curlew::extract
