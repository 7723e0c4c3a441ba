#include "text/script_census.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/code_points.h"

namespace curlew::text {
namespace {

Script find_script(char32_t c) {
  switch (u_getIntPropertyValue(UChar32(c), UCHAR_SCRIPT)) {
    case USCRIPT_LATIN:
      return Script::kLatin;
    case USCRIPT_GREEK:
      return Script::kGreek;
    case USCRIPT_CYRILLIC:
      return Script::kCyrillic;
    case USCRIPT_ARABIC:
      return Script::kArabic;
    case USCRIPT_ARMENIAN:
      return Script::kArmenian;
    case USCRIPT_DEVANAGARI:
      return Script::kDevanagari;
    case USCRIPT_GEORGIAN:
      return Script::kGeorgian;
    case USCRIPT_HAN:
      return Script::kHan;
    case USCRIPT_HANGUL:
      return Script::kHangul;
    case USCRIPT_HEBREW:
      return Script::kHebrew;
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
      return Script::kKana;
    case USCRIPT_THAI:
      return Script::kThai;
    default:
      return Script::kOther;
  }
}

bool is_letter(char32_t c) {
  return c < 0x80 ? is_ascii_alpha(char(c)) : u_isalpha(UChar32(c)) != 0;
}

bool is_part_of_word(char32_t c) {
  if (c < 0x80) return is_ascii_alpha(char(c));
  return u_isalpha(UChar32(c)) || u_charType(UChar32(c)) == U_NON_SPACING_MARK ||
         u_charType(UChar32(c)) == U_COMBINING_SPACING_MARK;
}

}  // namespace

Script script_of(char32_t letter) {
  if (letter < 0x80) {
    return is_ascii_alpha(char(letter)) ? Script::kLatin : Script::kOther;
  }
  return find_script(letter);
}

ScriptCensus take_script_census(std::string_view text, std::size_t max_bytes) {
  ScriptCensus census;
  for (std::size_t i = 0; i < text.size() && census.words.size() < max_bytes;) {
    // Most letters of most texts.
    if (is_ascii_alpha(text[i])) {
      census.words += text[i++];
      ++census.letters[int(Script::kLatin)];
      ++census.total;
      continue;
    }
    const char32_t c = next_character(text, i);
    const bool is_apostrophe = c == U'\'' || c == U'\u2019';
    if (c == kNoCharacter || (!is_part_of_word(c) && !is_apostrophe)) {
      if (!census.words.empty() && census.words.back() != ' ') census.words += ' ';
      continue;
    }
    append_utf8(census.words, is_apostrophe ? U'\'' : c);
    if (!is_letter(c)) continue;
    ++census.letters[int(script_of(c))];
    ++census.total;
  }
  return census;
}

}  // namespace curlew::text
