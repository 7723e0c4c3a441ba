// Text cut to a length without cutting a character in two.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

// The longest beginning of at most `limit` bytes that ends between two characters.
inline std::string_view utf8_prefix(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (text[limit] & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

inline void cut_utf8(std::string& text, std::size_t limit) {
  text.resize(utf8_prefix(text, limit).size());
}

}  // namespace curlew
