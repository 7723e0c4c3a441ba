#include "base/plain_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>

namespace curlew {
namespace {

constexpr UChar32 kZeroWidthNonJoiner = 0x200C, kZeroWidthJoiner = 0x200D;

// The code point at `at`, which moves behind it.
UChar32 next_code_point(std::string_view text, std::size_t& at) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  UChar32 code_point = 0;
  U8_NEXT_OR_FFFD(bytes, at, text.size(), code_point);
  return code_point;
}

void append(std::string& out, UChar32 code_point) {
  std::uint8_t bytes[U8_MAX_LENGTH];
  std::size_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, code_point);
  out.append(reinterpret_cast<const char*>(bytes), length);
}

// Scripts of Asia are misspelt without the joiners, and they move nothing. XML cannot
// hold what is no character at all (U+FFFF).
bool is_dropped(UChar32 code_point) {
  if (U_IS_UNICODE_NONCHAR(code_point)) return true;
  if (code_point == kZeroWidthJoiner || code_point == kZeroWidthNonJoiner) return false;
  const int type = u_charType(code_point);
  return type == U_CONTROL_CHAR || type == U_FORMAT_CHAR || type == U_SURROGATE;
}

std::size_t width_of(UChar32 code_point) {
  if (code_point < 0x300) return 1;
  const int type = u_charType(code_point);
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR) {
    return 0;
  }
  const int wide = u_getIntPropertyValue(code_point, UCHAR_EAST_ASIAN_WIDTH);
  return wide == U_EA_WIDE || wide == U_EA_FULLWIDTH ? 2 : 1;
}

}  // namespace

std::string plain_text(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  bool space_is_due = false;
  for (std::size_t at = 0; at < text.size();) {
    const UChar32 code_point = next_code_point(text, at);
    if (u_isUWhiteSpace(code_point)) {
      space_is_due = !plain.empty();
      continue;
    }
    if (is_dropped(code_point)) continue;
    if (space_is_due) plain += ' ';
    space_is_due = false;
    append(plain, code_point);
  }
  return plain;
}

std::string plain_piece(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const UChar32 code_point = next_code_point(text, at);
    if (u_isUWhiteSpace(code_point)) {
      plain += code_point == '\n' ? '\n' : ' ';
    } else if (!is_dropped(code_point)) {
      append(plain, code_point);
    }
  }
  return plain;
}

std::size_t display_width(std::string_view plain) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < plain.size();) {
    width += width_of(next_code_point(plain, at));
  }
  return width;
}

std::string shortened(std::string_view plain, std::size_t columns) {
  if (display_width(plain) <= columns) return std::string(plain);
  if (columns == 0) return {};
  std::size_t width = 0, kept = 0;
  for (std::size_t at = 0; at < plain.size();) {
    width += width_of(next_code_point(plain, at));
    if (width > columns - 1) break;
    kept = at;
  }
  return std::string(plain.substr(0, kept)) + "…";
}

}  // namespace curlew
