#include "base/sha.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cstdint>

#include "base/check.h"

namespace curlew {
namespace {

// Looked up once: OpenSSL 3 takes longer for it than for the digest of a short text.
const EVP_MD* fetched(const char* name) {
  EVP_MD* const algorithm = EVP_MD_fetch(nullptr, name, nullptr);
  CHECK(algorithm != nullptr);
  return algorithm;
}
const EVP_MD* sha1_algorithm() {
  static const EVP_MD* const algorithm = fetched("SHA1");
  return algorithm;
}
const EVP_MD* sha256_algorithm() {
  static const EVP_MD* const algorithm = fetched("SHA256");
  return algorithm;
}
const EVP_MD* sha384_algorithm() {
  static const EVP_MD* const algorithm = fetched("SHA384");
  return algorithm;
}

}  // namespace

Sha::Sha(Kind kind) : context_(EVP_MD_CTX_new()) {
  const EVP_MD* const algorithm = kind == Kind::k1     ? sha1_algorithm()
                                  : kind == Kind::k256 ? sha256_algorithm()
                                                       : sha384_algorithm();
  CHECK(context_ && EVP_DigestInit_ex2(context_.get(), algorithm, nullptr) == 1);
}

void Sha::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

void Sha::add(std::string_view bytes) {
  CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha::digest() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes;
  unsigned size = 0;
  CHECK(EVP_DigestFinal_ex(context_.get(), bytes.data(), &size) == 1);
  return {reinterpret_cast<const char*>(bytes.data()), size};
}

std::string Sha::hex() { return to_base16(digest()); }

std::string sha256_hex(std::string_view bytes) {
  Sha256 sha;
  sha.add(bytes);
  return sha.hex();
}

std::string sha384_hex(std::string_view bytes) {
  Sha384 sha;
  sha.add(bytes);
  return sha.hex();
}

namespace {

std::string hmac_by(const EVP_MD* algorithm, std::string_view key,
                    std::string_view message) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> code;
  unsigned size = 0;
  const auto made = HMAC(algorithm, key.data(), static_cast<int>(key.size()),
                         reinterpret_cast<const unsigned char*>(message.data()),
                         message.size(), code.data(), &size);
  CHECK(made != nullptr);
  return to_base16({reinterpret_cast<const char*>(code.data()), size});
}

}  // namespace

std::string hmac_sha256_hex(std::string_view key, std::string_view message) {
  return hmac_by(sha256_algorithm(), key, message);
}

std::string hmac_hex(std::string_view method, std::string_view key,
                     std::string_view message) {
  if (method == "sha1") return hmac_by(sha1_algorithm(), key, message);
  if (method == "sha256") return hmac_by(sha256_algorithm(), key, message);
  if (method == "sha384") return hmac_by(sha384_algorithm(), key, message);
  if (method == "sha512") return hmac_by(EVP_sha512(), key, message);
  return {};
}

bool are_same_secrets(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string to_base16(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

std::string to_base32(std::string_view bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 5; count -= 5) text += kLetters[bits >> (count - 5) & 31];
  }
  if (count > 0) text += kLetters[bits << (5 - count) & 31];
  text.append((8 - text.size() % 8) % 8, '=');
  return text;
}

}  // namespace curlew
