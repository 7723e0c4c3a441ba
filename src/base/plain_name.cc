#include "base/plain_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace curlew {
namespace {

constexpr std::size_t kLongestName = 64;

// What somebody sent, so that it harms nobody who reads of it.
std::string shown(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, kLongestName)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", byte);
    }
  }
  return name.size() > kLongestName ? text + "…" : text;
}

}  // namespace

bool is_plain_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
  };
  return !name.empty() && name.size() <= kLongestName &&
         std::ranges::all_of(name, is_plain);
}

Result<void> expect_plain_name(std::string_view what, std::string_view name) {
  if (is_plain_name(name)) return {};
  return Error{ErrorKind::kMalformed,
               fmt::format("{} '{}': must be of letters, digits, - and _, {} at most",
                           what, shown(name), kLongestName)};
}

}  // namespace curlew
