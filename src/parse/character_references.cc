#include "parse/character_references.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/named_references.h"

namespace curlew::parse {
namespace {

// "Numeric character reference end state": what windows-1252 has at 0x80 … 0x9F.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

// --- In feeds. ---

// The longest name is "CounterClockwiseContourIntegral".
constexpr std::size_t kMaxReference = 40;

bool is_text_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
}

// `digits` is "8217" or "x2019". False when it is not a number.
bool append_feed_number(std::string& out, std::string_view digits) {
  const bool is_hex = digits.starts_with('x') || digits.starts_with('X');
  if (is_hex) digits.remove_prefix(1);
  std::uint32_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] =
      std::from_chars(digits.data(), end, value, is_hex ? 16 : 10);
  if (digits.empty() || stop != end || error == std::errc::invalid_argument)
    return false;
  if (error != std::errc()) return true;  // Too large for any character.
  if (value >= 0x80 && value < 0xA0) value = kWindows1252[value - 0x80];
  if (is_text_character(value)) append_utf8(out, value);
  return true;
}

// `name` ends in ";". False when HTML has no such name.
bool append_feed_name(std::string& out, std::string_view name) {
  const NamedReference* const known =
      find_named_reference(name.substr(0, name.size() - 1));
  if (known) out += known->text;
  return known != nullptr;
}

// The five of XML come first: escaped HTML consists of them.
char predefined(std::string_view name) {
  if (name == "lt;") return '<';
  if (name == "gt;") return '>';
  if (name == "amp;") return '&';
  if (name == "quot;") return '"';
  if (name == "apos;") return '\'';
  return '\0';
}

// `text` begins with "&". The length of the reference, or 0 when it is none.
std::size_t append_feed_reference(std::string& out, std::string_view text) {
  const std::string_view rest = text.substr(1, kMaxReference);
  const std::size_t semicolon = rest.find(';');
  if (semicolon == rest.npos) return 0;
  const std::string_view name = rest.substr(0, semicolon + 1);
  if (const char c = predefined(name); c != '\0') {
    out += c;
  } else if (name[0] == '#') {
    if (!append_feed_number(out, name.substr(1, semicolon - 1))) return 0;
  } else if (!append_feed_name(out, name)) {
    return 0;
  }
  return 1 + name.size();
}

// --- In pages. ---

constexpr char32_t kReplacement = 0xFFFD;

char32_t character_of(std::uint32_t number) {
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000))
    return kReplacement;
  if (number >= 0x80 && number < 0xA0) return kWindows1252[number - 0x80];
  return number;
}

int digit_value(char c, int base) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = to_ascii_lower(c);
  return base == 16 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// `rest` follows "&#". Returns how much of it was used; 0 when it is not a number.
std::size_t append_numeric(std::string& out, std::string_view rest) {
  const bool is_hex = rest.starts_with('x') || rest.starts_with('X');
  const int base = is_hex ? 16 : 10;
  const std::size_t start = is_hex ? 1 : 0;
  std::uint32_t number = 0;
  std::size_t at = start;
  for (; at < rest.size() && digit_value(rest[at], base) >= 0; ++at) {
    number = number * std::uint32_t(base) + std::uint32_t(digit_value(rest[at], base));
    number = std::min<std::uint32_t>(number, 0x110000);  // Too large for ever.
  }
  if (at == start) return 0;
  const char32_t c = character_of(number);
  if (c >= 0x20 || c == '\t' || c == '\n' || c == '\f') append_utf8(out, c);
  return at < rest.size() && rest[at] == ';' ? at + 1 : at;
}

bool is_name_part(char c) { return is_ascii_alpha(c) || is_ascii_digit(c); }

std::size_t name_length(std::string_view rest) {
  std::size_t length = 0;
  while (length < rest.size() && length < kLongestReferenceName &&
         is_name_part(rest[length]))
    ++length;
  return length;
}

// `rest` follows "&". Returns how much of it was used; 0 when it is not a reference.
std::size_t append_named(std::string& out, std::string_view rest,
                         ReferencePlace place) {
  const std::size_t whole = name_length(rest);
  if (whole < rest.size() && rest[whole] == ';') {
    if (const auto* known = find_named_reference(rest.substr(0, whole))) {
      out += known->text;
      return whole + 1;
    }
  }
  for (std::size_t length = std::min(whole, kLongestOptionalName); length > 1;
       --length) {
    const auto* known = find_named_reference(rest.substr(0, length));
    if (!known || known->semicolon == Semicolon::kNeeded) continue;
    const char next = length < rest.size() ? rest[length] : '\0';
    if (place == ReferencePlace::kAttribute && (next == '=' || is_name_part(next)))
      return 0;
    out += known->text;
    return length;
  }
  return 0;
}

}  // namespace

void append_decoded(std::string& out, std::string_view text) {
  if (out.empty()) out.reserve(text.size());
  while (true) {
    const std::size_t ampersand = text.find('&');
    out.append(text.substr(0, ampersand));
    if (ampersand == text.npos) return;
    text.remove_prefix(ampersand);
    std::size_t length = append_feed_reference(out, text);
    if (length == 0) {
      out += '&';
      length = 1;
    }
    text.remove_prefix(length);
  }
}

std::size_t reference_length(std::string_view text) {
  std::string unused;
  return text.starts_with('&') ? append_feed_reference(unused, text) : 0;
}

std::string decoded(std::string_view text) {
  std::string out;
  append_decoded(out, text);
  return out;
}

void append_escaped(std::string& out, std::string_view text) {
  while (true) {
    const std::size_t special = text.find_first_of("&<>");
    out.append(text.substr(0, special));
    if (special == text.npos) return;
    out += text[special] == '&' ? "&amp;" : text[special] == '<' ? "&lt;" : "&gt;";
    text.remove_prefix(special + 1);
  }
}

void append_html_decoded(std::string& out, std::string_view text,
                         ReferencePlace place) {
  while (true) {
    const std::size_t ampersand = text.find('&');
    out.append(text.substr(0, ampersand));
    if (ampersand == text.npos) return;
    text.remove_prefix(ampersand + 1);
    std::size_t used = 0;
    if (text.starts_with('#')) {
      used = append_numeric(out, text.substr(1));
      if (used > 0) ++used;
    } else {
      used = append_named(out, text, place);
    }
    if (used == 0) out += '&';
    text.remove_prefix(used);
  }
}

}  // namespace curlew::parse
