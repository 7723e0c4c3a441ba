// Months and days of the week as people write them: the languages of the publishers met
// in the wild.

#pragma once

#include <array>
#include <string_view>

namespace curlew {

// A word without case and accents, so that "MÄR", "mär" and "mar" are one. Letters
// beyond Latin, Greek and Cyrillic stay as they are. Words longer than any name are
// cut.
class FoldedWord {
 public:
  explicit FoldedWord(std::string_view word);
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  void append(char32_t letter);

  std::array<char, 32> bytes_;
  std::size_t size_ = 0;
};

// 1..12, or 0 when the word begins like no month in any known language.
int month_of(const FoldedWord& word);

// Can the word be the name, or its beginning, of this day of the week? 0: Sunday. Names
// of several languages begin alike ("mar": Tuesday in French).
bool is_weekday(const FoldedWord& word, unsigned weekday);

}  // namespace curlew
