#include "text/code_points.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <array>

namespace curlew::text {
namespace {

bool is_complex(char32_t c) {
  switch (u_getIntPropertyValue(UChar32(c), UCHAR_SCRIPT)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return true;
    default:
      return u_getIntPropertyValue(UChar32(c), UCHAR_WORD_BREAK) == U_WB_KATAKANA;
  }
}

WordClass find_word_class(char32_t c) {
  // A MidLetter of the annex, for Swedish; ICU leaves it out elsewhere, and so do we.
  if (c == U':') return WordClass::kOther;
  switch (u_getIntPropertyValue(UChar32(c), UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
      return WordClass::kLetter;
    case U_WB_HEBREW_LETTER:
      return WordClass::kHebrew;
    case U_WB_NUMERIC:
      return WordClass::kNumber;
    case U_WB_EXTENDNUMLET:
      return WordClass::kConnector;
    case U_WB_MIDLETTER:
      return WordClass::kMidLetter;
    case U_WB_MIDNUM:
      return WordClass::kMidNumber;
    case U_WB_MIDNUMLET:
      return WordClass::kMidBoth;
    case U_WB_SINGLE_QUOTE:
      return WordClass::kQuote;
    case U_WB_DOUBLE_QUOTE:
      return WordClass::kDoubleQuote;
    case U_WB_EXTEND:
    case U_WB_FORMAT:
    case U_WB_ZWJ:
      return is_complex(c) ? WordClass::kComplex : WordClass::kExtend;
    default:
      return is_complex(c) ? WordClass::kComplex : WordClass::kOther;
  }
}

SentenceClass find_sentence_class(char32_t c) {
  switch (u_getIntPropertyValue(UChar32(c), UCHAR_SENTENCE_BREAK)) {
    case U_SB_SEP:
    case U_SB_CR:
    case U_SB_LF:
      return SentenceClass::kParagraph;
    case U_SB_SP:
      return SentenceClass::kSpace;
    case U_SB_LOWER:
      return SentenceClass::kLower;
    case U_SB_UPPER:
      return SentenceClass::kUpper;
    case U_SB_OLETTER:
      return SentenceClass::kLetter;
    case U_SB_NUMERIC:
      return SentenceClass::kNumber;
    case U_SB_ATERM:
      return SentenceClass::kDot;
    case U_SB_STERM:
      return SentenceClass::kEnd;
    case U_SB_CLOSE:
      return SentenceClass::kClose;
    case U_SB_SCONTINUE:
      return SentenceClass::kContinue;
    case U_SB_EXTEND:
    case U_SB_FORMAT:
      return SentenceClass::kExtend;
    default:
      return SentenceClass::kOther;
  }
}

template <typename Class>
std::array<Class, kTabledCharacters> make_table(Class (*find)(char32_t)) {
  std::array<Class, kTabledCharacters> table;
  for (char32_t c = 0; c < kTabledCharacters; ++c) table[c] = find(c);
  return table;
}

}  // namespace

const WordClass* word_class_table() {
  static const auto table = make_table(find_word_class);
  return table.data();
}

WordClass word_class(char32_t c) {
  return c < kTabledCharacters ? word_class_table()[c] : find_word_class(c);
}

SentenceClass sentence_class(char32_t c) {
  static const auto table = make_table(find_sentence_class);
  return c < kTabledCharacters ? table[c] : find_sentence_class(c);
}

char32_t next_wide_character(std::string_view text, std::size_t& position) {
  UChar32 c;
  U8_NEXT(text.data(), position, text.size(), c);
  return c < 0 ? kNoCharacter : char32_t(c);
}

char32_t previous_character(std::string_view text, std::size_t& position) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  // Four bytes at most, so the index fits ICU's 32 bits whatever the text's size.
  const std::size_t start = position > 4 ? position - 4 : 0;
  auto index = std::int32_t(position - start);
  UChar32 c;
  U8_PREV(bytes + start, 0, index, c);
  position = start + std::size_t(index);
  return c < 0 ? kNoCharacter : char32_t(c);
}

}  // namespace curlew::text
