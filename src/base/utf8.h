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

}  // namespace curlew
