// Numbers for people.

#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace curlew {

// "1,234,567"
template <std::integral Integer>
std::string grouped(Integer number) {
  std::string text = std::to_string(number);
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3; at -= 3) {
    text.insert(at - 3, 1, ',');
  }
  return text;
}

// "1 article", "1,234 articles"; of a noun with a plural in -s.
template <std::integral Integer>
std::string counted(Integer count, std::string_view noun) {
  return grouped(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace curlew
