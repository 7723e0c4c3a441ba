// Text that any database takes. PostgreSQL refuses what is not UTF-8, and a NUL; feeds,
// pages and headers have both.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace curlew {

// How much of `text` may stand in a text column of any database: UTF-8 as RFC 3629 has
// it, and no NUL. Its size, when all of it may.
std::size_t storable_prefix(std::string_view text);
inline bool is_storable_text(std::string_view text) {
  return storable_prefix(text) == text.size();
}

// Puts U+FFFD, the replacement character, where bytes are not UTF-8 and for every NUL.
// Text that may be stored as it is, nearly all of it, is only looked at.
void make_storable(std::string& text);

}  // namespace curlew
