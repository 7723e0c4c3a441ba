#include "base/ascii.h"

#include <algorithm>

namespace curlew {

std::string to_ascii_lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = to_ascii_lower(c);
  return result;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return to_ascii_lower(x) == to_ascii_lower(y);
  });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_ascii_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace curlew
