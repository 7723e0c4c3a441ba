// The words, separators and unit signs that stand around the numbers of a written date.

#pragma once

#include <string_view>

#include "base/ascii.h"

namespace curlew::parse {

inline bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Bytes beyond ASCII belong to letters until they are known to be separators.
inline bool is_letter(char c) { return is_ascii_alpha(c) || is_wide(c); }

// The length of the separator that `text` begins with, 0 when there is none. '+', '-'
// and parentheses are left to the caller, because they may mean more.
inline std::size_t separator_length(std::string_view text);

// Takes a word, which begins with a letter: "Thu", "p.m", "Europe/Brussels", "EST5EDT".
std::string_view take_word(std::string_view& text);

// The signs that East Asian dates write after their numbers.
enum class DatePart { kYear, kMonth, kDay, kHour, kMinute, kSecond };
enum class Language { kKorean, kOther };
struct Unit {
  std::string_view sign;
  DatePart part;
  Language language;
};
// Takes the unit at the front of `text`; nullptr when there is none.
const Unit* take_unit(std::string_view& text);

// "16th", "1er": takes the ending that belongs to the number before it.
void skip_ordinal_ending(std::string_view& text);

// Words that mean nothing: "at", "de", "Uhr". Folded.
bool is_filler(std::string_view folded);

// Of the separators beyond ASCII.
std::size_t wide_separator_length(std::string_view text);

// Runs for every byte, hence inline.
inline std::size_t separator_length(std::string_view text) {
  const char c = text.front();
  if (is_wide(c)) return wide_separator_length(text);
  return is_ascii_space(c) || c == ',' || c == '.' || c == '/' || c == '\'' ||
                 c == ';' || c == '|' || c == ')'
             ? 1
             : 0;
}

}  // namespace curlew::parse
