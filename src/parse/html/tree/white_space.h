// White space of HTML (section 2.3.3, "ASCII whitespace") in front of text.

#pragma once

#include <algorithm>
#include <string_view>

#include "base/ascii.h"

namespace curlew::parse {

// Takes it off `text` and returns it.
inline std::string_view take_white_space(std::string_view& text) {
  const auto size =
      std::size_t(std::ranges::find_if_not(text, is_ascii_space) - text.begin());
  const std::string_view space = text.substr(0, size);
  text.remove_prefix(size);
  return space;
}

inline bool is_white_space(std::string_view text) {
  return std::ranges::all_of(text, is_ascii_space);
}

}  // namespace curlew::parse
