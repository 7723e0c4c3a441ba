#include "fetch/browser/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace curlew::fetch {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> values_of_digits() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[std::uint8_t(kDigits[i])] = std::int8_t(i);
  }
  return values;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string encoded;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? std::uint8_t(bytes[i + j]) : 0);
    }
    const auto digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t j = 0; j < 4; ++j) {
      encoded += j < digits ? kDigits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return encoded;
}

std::string bytes_of_base64(std::string_view text) {
  static constexpr auto kValues = values_of_digits();
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char digit : text) {
    const int value = kValues[std::uint8_t(digit)];
    if (value < 0) break;
    group = group << 6 | std::uint32_t(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += char(group >> bits & 255);
  }
  return bytes;
}

}  // namespace curlew::fetch
