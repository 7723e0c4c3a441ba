#include "base/sha256.h"

#include <sodium.h>

namespace curlew {
namespace {

using State = crypto_hash_sha256_state;
using Digest = std::array<unsigned char, crypto_hash_sha256_BYTES>;

std::string to_hex(const Digest& digest) {
  std::string text(2 * digest.size(), '\0');
  sodium_bin2hex(text.data(), text.size() + 1, digest.data(), digest.size());
  return text;
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Sha256::Sha256() {
  static_assert(sizeof(State) <= sizeof state_ && alignof(State) <= 8);
  crypto_hash_sha256_init(reinterpret_cast<State*>(state_.data()));
}

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(reinterpret_cast<State*>(state_.data()), bytes_of(bytes),
                            bytes.size());
}

std::string Sha256::hex() {
  Digest digest;
  crypto_hash_sha256_final(reinterpret_cast<State*>(state_.data()), digest.data());
  return to_hex(digest);
}

std::string hmac_sha256_hex(std::string_view key, std::string_view message) {
  crypto_auth_hmacsha256_state state;
  Digest digest;
  crypto_auth_hmacsha256_init(&state, bytes_of(key), key.size());
  crypto_auth_hmacsha256_update(&state, bytes_of(message), message.size());
  crypto_auth_hmacsha256_final(&state, digest.data());
  return to_hex(digest);
}

}  // namespace curlew
