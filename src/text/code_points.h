// What this module needs to know of single characters, from ICU's tables, but without
// asking ICU for the characters that nearly all text consists of: below U+0600 (Latin,
// Greek, Cyrillic, Armenian, Hebrew) an answer is one load from a table.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::text {

// The classes of Word_Break (Unicode Standard Annex #29) that part words.
enum class WordClass : std::uint8_t {
  kOther,
  // ALetter.
  kLetter,
  // Hebrew_Letter: a letter that quotation marks may follow or join.
  kHebrew,
  // Numeric.
  kNumber,
  // ExtendNumLet: the underscore.
  kConnector,
  // MidLetter: joins letters, such as the middle dot.
  kMidLetter,
  // MidNum: joins digits, such as the comma.
  kMidNumber,
  // MidNumLet: the full stop, the typographic apostrophe.
  kMidBoth,
  // Single_Quote: the same, and the end of a Hebrew abbreviation.
  kQuote,
  // Double_Quote.
  kDoubleQuote,
  // Extend, Format and ZWJ: belongs to what stands before it.
  kExtend,
  // Written without spaces: left to ICU's dictionaries.
  kComplex,
};

WordClass word_class(char32_t c);
// The classes of the characters below kTabledCharacters, for loops that ask for each.
inline constexpr char32_t kTabledCharacters = 0x600;
const WordClass* word_class_table();

// The classes of Sentence_Break (the same annex), as far as ours differ.
enum class SentenceClass : std::uint8_t {
  kOther,
  // Sep, CR, LF: always a boundary.
  kParagraph,
  kSpace,
  kLower,
  kUpper,
  // OLetter: neither upper nor lower.
  kLetter,
  kNumber,
  // ATerm: may end a sentence.
  kDot,
  // STerm: ends a sentence.
  kEnd,
  // Closing quotes and brackets.
  kClose,
  // SContinue: the comma and its kin.
  kContinue,
  kExtend,
};

SentenceClass sentence_class(char32_t c);

// No character: the end of the text, or a byte that is not UTF-8.
inline constexpr char32_t kNoCharacter = 0xFFFFFFFF;

// The same for a character of more than one byte.
char32_t next_wide_character(std::string_view text, std::size_t& position);
// The character at `position`, which moves behind it. A malformed sequence gives
// kNoCharacter and moves by what ICU takes for one error, at least a byte.
inline char32_t next_character(std::string_view text, std::size_t& position) {
  const char first = text[position];
  if (static_cast<signed char>(first) < 0) return next_wide_character(text, position);
  ++position;
  return char32_t(first);
}
// The character before `position`, which moves to its first byte.
char32_t previous_character(std::string_view text, std::size_t& position);

}  // namespace curlew::text
