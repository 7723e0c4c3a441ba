#include "base/sha256.h"

#include <fmt/format.h>
#include <sodium.h>

namespace curlew {
namespace {

using State = crypto_hash_sha256_state;

}  // namespace

Sha256::Sha256() {
  static_assert(sizeof(State) <= sizeof state_ && alignof(State) <= 8);
  crypto_hash_sha256_init(reinterpret_cast<State*>(state_.data()));
}

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(reinterpret_cast<State*>(state_.data()),
                            reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
}

std::string Sha256::hex() {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest;
  crypto_hash_sha256_final(reinterpret_cast<State*>(state_.data()), digest.data());
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace curlew
