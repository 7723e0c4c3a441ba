#include "parse/xml_entities.h"

#include <array>
#include <charconv>
#include <cstring>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/named_references.h"

namespace curlew::parse {
namespace {

// The longest name is "CounterClockwiseContourIntegral".
constexpr std::size_t kMaxReference = 40;

// What windows-1252 has at 0x80..0x9F. Zero: nothing.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool is_text_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
}

// `digits` is "8217" or "x2019". False when it is no number.
bool append_numeric(std::string& out, std::string_view digits) {
  const bool is_hex = digits.starts_with('x') || digits.starts_with('X');
  if (is_hex) digits.remove_prefix(1);
  std::uint32_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] =
      std::from_chars(digits.data(), end, value, is_hex ? 16 : 10);
  if (digits.empty() || stop != end || error == std::errc::invalid_argument)
    return false;
  if (error != std::errc()) return true;  // Too large for any character.
  if (value >= 0x80 && value < 0xA0 && kWindows1252[value - 0x80] != 0) {
    value = kWindows1252[value - 0x80];
  }
  if (is_text_character(value)) append_utf8(out, value);
  return true;
}

// `name` ends in ";". False when HTML has no such name.
bool append_named(std::string& out, std::string_view name) {
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
std::size_t append_reference(std::string& out, std::string_view text) {
  const std::string_view rest = text.substr(1, kMaxReference);
  const std::size_t semicolon = rest.find(';');
  if (semicolon == rest.npos) return 0;
  const std::string_view name = rest.substr(0, semicolon + 1);
  if (const char c = predefined(name); c != '\0') {
    out += c;
  } else if (name[0] == '#') {
    if (!append_numeric(out, name.substr(1, semicolon - 1))) return 0;
  } else if (!append_named(out, name)) {
    return 0;
  }
  return 1 + name.size();
}

}  // namespace

void append_decoded(std::string& out, std::string_view text) {
  if (out.empty()) out.reserve(text.size());
  while (true) {
    const std::size_t ampersand = text.find('&');
    out.append(text.substr(0, ampersand));
    if (ampersand == text.npos) return;
    text.remove_prefix(ampersand);
    std::size_t length = append_reference(out, text);
    if (length == 0) {
      out += '&';
      length = 1;
    }
    text.remove_prefix(length);
  }
}

std::size_t reference_length(std::string_view text) {
  std::string unused;
  return text.starts_with('&') ? append_reference(unused, text) : 0;
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

}  // namespace curlew::parse
