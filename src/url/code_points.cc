#include "url/code_points.h"

#include <unicode/utf8.h>

#include <algorithm>

#include "base/ascii.h"

namespace curlew::url {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = to_ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

bool contains_any_of(CodePointSet set, std::string_view text) {
  return std::any_of(text.begin(), text.end(), [set](char c) { return is_in(set, c); });
}

void append_percent_encoded(std::string& out, std::string_view text, CodePointSet set) {
  std::size_t clean_from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_in(set, text[i])) continue;
    out.append(text.substr(clean_from, i - clean_from));
    const auto byte = static_cast<std::uint8_t>(text[i]);
    out += {'%', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
    clean_from = i + 1;
  }
  out.append(text.substr(clean_from));
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hex_value(text[i + 1]);
      const int low = hex_value(text[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

std::string to_well_formed_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const std::size_t length = text.size();
  for (std::size_t i = 0; i < length;) {
    const std::size_t start = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, length, c);
    out.append(c < 0 ? std::string_view("\xEF\xBF\xBD")
                     : text.substr(start, i - start));
  }
  return out;
}

}  // namespace curlew::url
