// ASCII-only character tests and folding. The C library's depend on the locale, and
// protocols do not.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

inline constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
inline constexpr bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline constexpr bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
inline constexpr bool is_ascii_alpha(char c) {
  return is_ascii_upper(c) || is_ascii_lower(c);
}
inline constexpr bool is_ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
inline constexpr char to_ascii_lower(char c) {
  return is_ascii_upper(c) ? char(c + 32) : c;
}

std::string to_ascii_lower(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);
bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);
// Without white space at either end.
std::string_view trimmed(std::string_view text);

}  // namespace curlew
