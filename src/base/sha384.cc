#include "base/sha384.h"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace curlew {

std::string sha384_hex(std::string_view bytes) {
  // FIPS 180-4, 5.3.4: it is SHA-512 from another start, cut. libsodium has SHA-512.
  static constexpr std::array<std::uint64_t, 8> kStart = {
      0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
      0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
  crypto_hash_sha512_state state;
  crypto_hash_sha512_init(&state);
  std::ranges::copy(kStart, state.state);
  crypto_hash_sha512_update(
      &state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::array<unsigned char, crypto_hash_sha512_BYTES> digest;
  crypto_hash_sha512_final(&state, digest.data());
  std::string text(96, '\0');
  sodium_bin2hex(text.data(), text.size() + 1, digest.data(), 48);
  return text;
}

}  // namespace curlew
