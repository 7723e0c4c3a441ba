#include "text/fold.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "text/code_points.h"

namespace curlew::text {
namespace {

// What Unicode's decompositions do not know, or know otherwise than readers do.
struct Special {
  char32_t from;
  std::string_view to;
};
constexpr std::array kSpecials{
    Special{U'ß', "ss"}, Special{U'ẞ', "ss"},     Special{U'æ', "ae"},
    Special{U'Æ', "ae"}, Special{U'œ', "oe"},     Special{U'Œ', "oe"},
    Special{U'ø', "o"},  Special{U'Ø', "o"},      Special{U'đ', "d"},
    Special{U'Đ', "d"},  Special{U'ð', "d"},      Special{U'Ð', "d"},
    Special{U'þ', "th"}, Special{U'Þ', "th"},     Special{U'ł', "l"},
    Special{U'Ł', "l"},  Special{U'ħ', "h"},      Special{U'Ħ', "h"},
    Special{U'ı', "i"},  Special{U'İ', "i"},      Special{U'ς', "σ"},
    Special{U'ϐ', "β"},  Special{U'й', "й"},      Special{U'Й', "й"},
    Special{U'ї', "ї"},  Special{U'Ї', "ї"},      Special{U'ў', "ў"},
    Special{U'Ў', "ў"},  Special{U'\u2018', "'"}, Special{U'\u2019', "'"},
    Special{U'ʼ', "'"},  Special{U'\uFF07', "'"}};

bool has_droppable_marks(char32_t c) {
  switch (u_getIntPropertyValue(UChar32(c), UCHAR_SCRIPT)) {
    case USCRIPT_LATIN:
    case USCRIPT_GREEK:
    case USCRIPT_CYRILLIC:
    case USCRIPT_ARABIC:
    case USCRIPT_HEBREW:
    case USCRIPT_COMMON:
      return true;
    default:
      return false;
  }
}

bool is_dropped(char32_t c) {
  const auto type = u_charType(UChar32(c));
  if (type == U_FORMAT_CHAR) return true;
  return type == U_NON_SPACING_MARK && (c < 0x670 + 1);
}

const icu::Normalizer2& normalizer(const char* form, UNormalization2Mode mode) {
  UErrorCode error = U_ZERO_ERROR;
  const auto* const found = icu::Normalizer2::getInstance(nullptr, form, mode, error);
  CHECK(U_SUCCESS(error));
  return *found;
}

const Special* find_special(char32_t c) {
  for (const Special& special : kSpecials) {
    if (special.from == c) return &special;
  }
  return nullptr;
}

// One character without marks of its own.
void append_folded_part(char32_t c, std::string& out) {
  const auto lower = char32_t(u_tolower(UChar32(c)));
  if (const Special* const special = find_special(lower)) {
    out += special->to;
  } else if (!is_dropped(lower) && !u_isWhitespace(UChar32(lower))) {
    append_utf8(out, lower);
  }
}

// The letters that are left of one character.
std::string find_folded(char32_t c) {
  std::string folded;
  if (const Special* const special = find_special(c)) {
    folded = special->to;
    return folded;
  }
  if (is_dropped(c)) return folded;
  icu::UnicodeString parts;
  static const icu::Normalizer2& nfkd = normalizer("nfkc", UNORM2_DECOMPOSE);
  // The small letter first: only some capitals have parts.
  const UChar32 lower = u_tolower(UChar32(c));
  if (!has_droppable_marks(c) || !nfkd.getDecomposition(lower, parts)) {
    append_utf8(folded, char32_t(lower));
    return folded;
  }
  for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
    append_folded_part(char32_t(parts.char32At(i)), folded);
  }
  return folded;
}

// Folded forms of the characters below U+0600 and of the blocks Latin Extended
// Additional and Greek Extended: 16 KB, asked once for each letter that is not ASCII.
class FoldTable {
 public:
  FoldTable() {
    for (char32_t c = 0; c < kLow; ++c) set(cells_[c], c);
    for (char32_t c = kHighBegin; c < kHighEnd; ++c) set(cells_[index_of_high(c)], c);
  }

  void append(char32_t c, std::string& out) const {
    const bool is_high = c >= kHighBegin && c < kHighEnd;
    if (c >= kLow && !is_high) {
      out += find_folded(c);
      return;
    }
    const Cell& cell = cells_[is_high ? index_of_high(c) : c];
    out.append(cell.bytes.data(), cell.size);
  }

 private:
  struct Cell {
    std::uint8_t size = 0;
    std::array<char, 7> bytes{};
  };
  static constexpr char32_t kLow = 0x600;
  static constexpr char32_t kHighBegin = 0x1E00;
  static constexpr char32_t kHighEnd = 0x2000;
  static std::size_t index_of_high(char32_t c) { return kLow + (c - kHighBegin); }

  static void set(Cell& cell, char32_t c) {
    const std::string folded = find_folded(c);
    CHECK(folded.size() <= cell.bytes.size());
    cell.size = std::uint8_t(folded.size());
    std::copy(folded.begin(), folded.end(), cell.bytes.begin());
  }

  std::array<Cell, kLow + (kHighEnd - kHighBegin)> cells_;
};

const FoldTable& fold_table() {
  static const auto table = std::make_unique<FoldTable>();
  return *table;
}

// U+0300–036F: a letter was typed in parts, and composing it first keeps й a й.
bool has_combining_marks(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first != 0xCC && first != 0xCD) continue;
    if (first == 0xCC || static_cast<unsigned char>(text[i + 1]) < 0xB0) return true;
  }
  return false;
}

std::string composed(std::string_view text) {
  static const icu::Normalizer2& nfc = normalizer("nfc", UNORM2_COMPOSE);
  UErrorCode error = U_ZERO_ERROR;
  const icu::UnicodeString whole = nfc.normalize(
      icu::UnicodeString::fromUTF8({text.data(), std::int32_t(text.size())}), error);
  std::string out;
  whole.toUTF8String(out);
  return out;
}

// ICU counts in 32 bits; longer texts are folded as they are.
bool needs_composing(std::string_view text) {
  return text.size() < (1U << 30) && has_combining_marks(text);
}

char32_t to_lower(char32_t c, Language language) {
  if (c == U'\u2019' || c == U'\u2018' || c == U'ʼ') return U'\'';
  if (language == Language::kTurkish && c == U'I') return U'ı';
  if (c == U'İ') return U'i';
  return char32_t(u_tolower(UChar32(c)));
}

void append_folded_composed(std::string_view text, std::string& out) {
  const FoldTable& table = fold_table();
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<signed char>(text[i]) >= 0) {
      out += to_ascii_lower(text[i++]);
      continue;
    }
    const char32_t c = next_character(text, i);
    if (c != kNoCharacter) table.append(c, out);
  }
}

void append_lower_composed(std::string_view text, Language language, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    const char32_t c = next_character(text, i);
    if (c == kNoCharacter || c == U'\u00AD') continue;
    append_utf8(out, to_lower(c, language));
  }
}

}  // namespace

void append_folded(std::string_view text, std::string& out) {
  if (needs_composing(text)) return append_folded_composed(composed(text), out);
  append_folded_composed(text, out);
}

std::string fold(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_folded(text, out);
  return out;
}

void append_lower(std::string_view text, Language language, std::string& out) {
  if (needs_composing(text)) {
    return append_lower_composed(composed(text), language, out);
  }
  append_lower_composed(text, language, out);
}

}  // namespace curlew::text
