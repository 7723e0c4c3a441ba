// Text of any origin as it must stand in HTML, XML or SVG to be read back as the same
// text and never as markup. Control characters, which XML cannot hold, are left out.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

enum class MarkupPlace {
  // Between tags, or in quotes where line breaks do not matter.
  kText,
  // In quotes: tabs and line breaks stay what they are.
  kAttribute,
};

void append_escaped_markup(std::string& out, std::string_view text,
                           MarkupPlace place = MarkupPlace::kText);
std::string escaped_markup(std::string_view text);

}  // namespace curlew
