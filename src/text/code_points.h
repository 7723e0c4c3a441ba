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
  kLetter,       // ALetter.
  kHebrew,       // Hebrew_Letter: a letter that quotation marks may follow or join.
  kNumber,       // Numeric.
  kConnector,    // ExtendNumLet: the underscore.
  kMidLetter,    // MidLetter: joins letters, such as the middle dot.
  kMidNumber,    // MidNum: joins digits, such as the comma.
  kMidBoth,      // MidNumLet: the full stop, the typographic apostrophe.
  kQuote,        // Single_Quote: the same, and the end of a Hebrew abbreviation.
  kDoubleQuote,  // Double_Quote.
  kExtend,       // Extend, Format and ZWJ: belongs to what stands before it.
  kComplex,      // Written without spaces: left to ICU's dictionaries.
};

WordClass word_class(char32_t c);
// The classes of the characters below kTabledCharacters, for loops that ask for each.
inline constexpr char32_t kTabledCharacters = 0x600;
const WordClass* word_class_table();

// The classes of Sentence_Break (the same annex), as far as ours differ.
enum class SentenceClass : std::uint8_t {
  kOther,
  kParagraph,  // Sep, CR, LF: always a boundary.
  kSpace,
  kLower,
  kUpper,
  kLetter,  // OLetter: neither upper nor lower.
  kNumber,
  kDot,       // ATerm: may end a sentence.
  kEnd,       // STerm: ends a sentence.
  kClose,     // Closing quotes and brackets.
  kContinue,  // SContinue: the comma and its kin.
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
