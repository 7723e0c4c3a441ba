#include "sim/web/markup.h"

#include <cstdint>

#include "http/date.h"

namespace curlew::sim {
namespace {

// Takes one code point off the front of well-formed UTF-8: the grammars' own text.
char32_t take_code_point(std::string_view& text) {
  const auto lead = static_cast<std::uint8_t>(text[0]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code = size == 1 ? lead : lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size && i < text.size(); ++i) {
    code = code << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3Fu);
  }
  text.remove_prefix(std::min(size, text.size()));
  return code;
}

// windows-1253 follows ISO 8859-7 in the Greek block but for Ά, and holds the usual
// punctuation of its family below 0xA0.
char to_windows_1253(char32_t code) {
  switch (code) {
    case 0x20AC:
      return '\x80';  // €
    case 0x2026:
      return '\x85';  // …
    case 0x2019:
      return '\x92';  // ’
    case 0x2013:
      return '\x96';  // –
    case 0x0386:
      return '\xA2';  // Ά
    case 0x00AB:
      return '\xAB';  // «
    case 0x00BB:
      return '\xBB';  // »
    default:
      break;
  }
  if (code < 0x80) return char(code);
  return code >= 0x0388 && code <= 0x03CE ? char(code - 0x2D0) : '?';
}

}  // namespace

std::string encoded(std::string_view utf8, Charset charset) {
  if (charset == Charset::kUtf8) return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const char32_t code = take_code_point(utf8);
    if (charset == Charset::kLatin1) {
      out += code < 0x100 ? char(code) : '?';
    } else {
      out += to_windows_1253(code);
    }
  }
  return out;
}

std::string_view charset_name(Charset charset) {
  switch (charset) {
    case Charset::kUtf8:
      return "utf-8";
    case Charset::kWindows1253:
      return "windows-1253";
    case Charset::kLatin1:
      return "iso-8859-1";
  }
  return "";
}

std::string to_rfc822(Time time) { return http::to_http_date(time); }

}  // namespace curlew::sim
