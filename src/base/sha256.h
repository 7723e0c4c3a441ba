// SHA-256 (FIPS 180-4) of content that comes in pieces: what people compare with
// `sha256sum`.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace curlew {

class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // Sixty-four hexadecimal digits. Call it once.
  std::string hex();

 private:
  // libsodium's state, whose header stays out of ours.
  alignas(std::uint64_t) std::array<unsigned char, 128> state_;
};

// HMAC-SHA256 (RFC 2104) in hexadecimal digits.
std::string hmac_sha256_hex(std::string_view key, std::string_view message);

}  // namespace curlew
