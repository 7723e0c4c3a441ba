#include "base/fingerprint.h"

#include <sodium.h>
#include <xxhash.h>

#include <cstring>

namespace curlew {

namespace {

// A key of our own only tells our hashes from others'; it is not a secret.
constexpr unsigned char kKey[crypto_shorthash_KEYBYTES] = "curlew contents";

}  // namespace

Fingerprint fingerprint_of(std::string_view content) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(content.data(), content.size()));
  Fingerprint result;
  static_assert(sizeof canonical.digest == sizeof result.bytes);
  std::memcpy(result.bytes.data(), canonical.digest, sizeof canonical.digest);
  return result;
}

std::optional<Fingerprint> parse_fingerprint(std::string_view raw) {
  Fingerprint result;
  if (raw.size() != result.bytes.size()) return std::nullopt;
  std::memcpy(result.bytes.data(), raw.data(), raw.size());
  return result;
}

std::uint64_t short_fingerprint_of(std::string_view content) {
  std::uint64_t result = 0;
  crypto_shorthash(reinterpret_cast<unsigned char*>(&result),
                   reinterpret_cast<const unsigned char*>(content.data()),
                   content.size(), kKey);
  return result;
}

}  // namespace curlew
