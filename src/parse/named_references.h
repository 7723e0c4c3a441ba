// The named character references of HTML: "amp" -> "&", "eacute" -> "é".

#pragma once

#include <cstddef>
#include <string_view>

namespace curlew::parse {

enum class Semicolon : unsigned char { kNeeded, kOptional };

struct NamedReference {
  // Without "&" and ";".
  std::string_view name;
  // UTF-8; one or two characters.
  std::string_view text;
  // Old names are known without it, too: "&copy 2024".
  Semicolon semicolon;
};

inline constexpr std::size_t kLongestReferenceName = 31;
// The longest name that needs no semicolon.
inline constexpr std::size_t kLongestOptionalName = 6;

// Null when HTML has no such name.
const NamedReference* find_named_reference(std::string_view name);

}  // namespace curlew::parse
