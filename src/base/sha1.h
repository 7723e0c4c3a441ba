// SHA-1 (FIPS 180-4) of content that comes in pieces. Only because web archives have
// been indexed by it for twenty years: collisions can be made, so nothing is decided
// by it alone.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace curlew {

class Sha1 {
 public:
  void add(std::string_view bytes);
  // The twenty bytes. Call it once.
  std::string digest();

 private:
  void add_block(const unsigned char* block);

  std::array<std::uint32_t, 5> state_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                                         0xc3d2e1f0};
  std::array<unsigned char, 64> pending_{};
  std::uint64_t length_ = 0;
};

// RFC 4648 §6, without padding where none is needed: thirty-two letters of a SHA-1.
std::string to_base32(std::string_view bytes);

}  // namespace curlew
