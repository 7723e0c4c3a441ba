// UTF-8 as bytes. Whoever needs characters uses text/code_points.h.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

// The beginning of `text`, at most `bytes` long, and never half a character.
inline std::string_view utf8_prefix(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (text[bytes] & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

inline void cut_utf8(std::string& text, std::size_t bytes) {
  text.resize(utf8_prefix(text, bytes).size());
}

// `c` is a character: below 0x110000 and not a surrogate.
inline void append_utf8(std::string& out, char32_t c) {
  const auto trail = [c](int shift) { return char(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    out += char(c);
  } else if (c < 0x800) {
    out.append({char(0xC0 | (c >> 6)), trail(0)});
  } else if (c < 0x10000) {
    out.append({char(0xE0 | (c >> 12)), trail(6), trail(0)});
  } else {
    out.append({char(0xF0 | (c >> 18)), trail(12), trail(6), trail(0)});
  }
}

}  // namespace curlew
