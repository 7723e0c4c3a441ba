#include "fetch/browser/basic_auth.h"

#include <algorithm>
#include <cstdint>

namespace curlew::fetch {
namespace {

std::string base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < text.size() ? std::uint8_t(text[i + j]) : 0);
    }
    const auto digits = std::min<std::size_t>(text.size() - i, 3) + 1;
    for (std::size_t j = 0; j < 4; ++j) {
      encoded += j < digits ? kDigits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return encoded;
}

}  // namespace

std::string basic_authorization(std::string_view credentials) {
  return "Basic " + base64(credentials);
}

}  // namespace curlew::fetch
