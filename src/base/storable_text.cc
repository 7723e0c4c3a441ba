#include "base/storable_text.h"

#include <cstdint>
#include <cstring>

namespace curlew {
namespace {

using Byte = unsigned char;

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<Byte>(text[at]) & 0xC0) == 0x80;
}

// How many bytes at `at` are plain ASCII without NUL, as far as whole words of eight
// show it.
std::size_t plain_words(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kTops = 0x8080808080808080u;
  // Four words at once where there are as many: all text that is stored passes here.
  constexpr std::size_t kWords = 4;
  std::size_t end = at;
  std::uint64_t words[kWords];
  // The second is zero unless a byte is: borrowing reaches a top bit only then.
  const auto odd = [](std::uint64_t word) { return word | ((word - kOnes) & ~word); };
  while (text.size() - end >= sizeof words) {
    std::memcpy(words, text.data() + end, sizeof words);
    const std::uint64_t any =
        odd(words[0]) | odd(words[1]) | odd(words[2]) | odd(words[3]);
    if ((any & kTops) != 0) break;
    end += sizeof words;
  }
  while (text.size() - end >= sizeof *words) {
    std::memcpy(words, text.data() + end, sizeof *words);
    if ((odd(*words) & kTops) != 0) break;
    end += sizeof *words;
  }
  return end - at;
}

// The length of the character at `at`, from the table of RFC 3629 section 4; 0 when
// there is none that may be stored.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<Byte>(text[at]);
  if (first < 0x80) return first == 0 ? 0 : 1;
  if (first < 0xC2 || first > 0xF4 || !is_continuation(text, at + 1)) return 0;
  if (first < 0xE0) return 2;
  const auto second = static_cast<Byte>(text[at + 1]);
  if (first == 0xE0 && second < 0xA0) return 0;  // Longer than needed.
  if (first == 0xED && second > 0x9F) return 0;  // A surrogate.
  if (!is_continuation(text, at + 2)) return 0;
  if (first < 0xF0) return 3;
  if (first == 0xF0 && second < 0x90) return 0;  // Longer than needed.
  if (first == 0xF4 && second > 0x8F) return 0;  // Beyond U+10FFFF.
  return is_continuation(text, at + 3) ? 4 : 0;
}

// Where the first byte from `at` on is that may not be stored.
std::size_t storable_until(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    at += plain_words(text, at);
    if (at == text.size()) break;
    const std::size_t length = character_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return at;
}

}  // namespace

std::size_t storable_prefix(std::string_view text) { return storable_until(text, 0); }

void make_storable(std::string& text) {
  std::size_t sound = storable_until(text, 0);
  if (sound == text.size()) return;
  std::string mended;
  std::size_t from = 0;
  while (true) {
    mended.append(text, from, sound - from);
    if (sound == text.size()) break;
    mended += "\uFFFD";
    // What is left of a broken character belongs to it.
    from = sound + 1;
    if (static_cast<Byte>(text[sound]) >= 0xC0) {
      while (is_continuation(text, from)) ++from;
    }
    sound = storable_until(text, from);
  }
  text = std::move(mended);
}

}  // namespace curlew
