// Which scripts the letters of a text belong to.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::text {

enum class Script : std::uint8_t {
  kLatin,
  kGreek,
  kCyrillic,
  kArabic,
  kArmenian,
  kDevanagari,
  kGeorgian,
  kHan,
  kHangul,
  kHebrew,
  kKana,
  kThai,
  kOther,
};

Script script_of(char32_t letter);

struct ScriptCensus {
  std::array<std::size_t, int(Script::kOther) + 1> letters{};
  std::size_t total = 0;
  // The letters themselves, words parted by single spaces, no more than asked for.
  std::string words;

  double share(Script script) const {
    return total == 0 ? 0 : double(letters[int(script)]) / double(total);
  }
};

// Looks no further than `max_bytes` of letters.
ScriptCensus take_script_census(std::string_view text, std::size_t max_bytes);

}  // namespace curlew::text
