#include "base/fingerprint.h"

#include <sodium.h>

#include <cstring>

namespace curlew {

Fingerprint fingerprint_of(std::string_view content) {
  Fingerprint result;
  crypto_generichash(result.bytes.data(), result.bytes.size(),
                     reinterpret_cast<const unsigned char*>(content.data()),
                     content.size(), nullptr, 0);
  return result;
}

std::optional<Fingerprint> parse_fingerprint(std::string_view raw) {
  Fingerprint result;
  if (raw.size() != result.bytes.size()) return std::nullopt;
  std::memcpy(result.bytes.data(), raw.data(), raw.size());
  return result;
}

std::uint64_t short_fingerprint_of(std::string_view content) {
  // A key of our own only tells our hashes from others'; it is no secret.
  static constexpr unsigned char kKey[crypto_shorthash_KEYBYTES] = "curlew entries";
  std::uint64_t result = 0;
  crypto_shorthash(reinterpret_cast<unsigned char*>(&result),
                   reinterpret_cast<const unsigned char*>(content.data()),
                   content.size(), kKey);
  return result;
}

}  // namespace curlew
