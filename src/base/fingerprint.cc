#include "base/fingerprint.h"

#include <sodium.h>

#include <cstring>

namespace curlew {

namespace {

// A key of our own only tells our hashes from others'; it is no secret.
constexpr unsigned char kKey[crypto_shorthash_siphashx24_KEYBYTES] = "curlew contents";

const unsigned char* bytes_of(std::string_view content) {
  return reinterpret_cast<const unsigned char*>(content.data());
}

}  // namespace

Fingerprint fingerprint_of(std::string_view content) {
  Fingerprint result;
  crypto_shorthash_siphashx24(result.bytes.data(), bytes_of(content), content.size(),
                              kKey);
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
  crypto_shorthash(reinterpret_cast<unsigned char*>(&result), bytes_of(content),
                   content.size(), kKey);
  return result;
}

}  // namespace curlew
