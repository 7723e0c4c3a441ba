#include "base/secret_token.h"

#include <sodium.h>

#include <array>

#include "base/check.h"
#include "base/sha.h"

namespace curlew {

std::string make_secret_token() {
  CHECK(sodium_init() >= 0);
  std::array<unsigned char, 32> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::array<char, sodium_base64_ENCODED_LEN(32, kVariant)> text;
  return sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                           kVariant);
}

std::string make_typed_secret() {
  CHECK(sodium_init() >= 0);
  constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";
  static_assert(kLetters.size() == 32);
  constexpr std::size_t kLength = 20, kGroup = 5;
  std::string secret;
  for (std::size_t i = 0; i < kLength; ++i) {
    if (i > 0 && i % kGroup == 0) secret += '-';
    secret += kLetters[randombytes_uniform(kLetters.size())];
  }
  return secret;
}

std::string mark_of_token(std::string_view token) { return sha256_hex(token); }

}  // namespace curlew
