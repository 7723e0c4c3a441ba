#include "base/sealing.h"

#include <fmt/format.h>
#include <sodium.h>

#include <optional>
#include <utility>

#include "base/check.h"

namespace curlew {
namespace {

constexpr std::string_view kKeyMark = "curlew-key-1:";
constexpr std::string_view kSealMark = "sealed1.";
constexpr std::size_t kIdDigits = 8;
constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr int kBase64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

// Must have run before anything random is made; running twice does no harm.
void begin_sodium() {
  static const int begun = sodium_init();
  CHECK(begun >= 0);
}

unsigned char* data(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}
const unsigned char* data(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string to_base64(const unsigned char* bytes, std::size_t size) {
  std::string text(sodium_base64_encoded_len(size, kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes, size, kBase64);
  text.pop_back();  // The end of a C string.
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  // Without a place to say where it ended, all of the text must be good.
  if (sodium_base642bin(data(bytes), bytes.size(), text.data(), text.size(), nullptr,
                        &size, nullptr, kBase64) != 0) {
    return std::nullopt;
  }
  bytes.resize(size);
  return bytes;
}

struct Parts {
  std::string_view key_id;
  std::string bytes;  // The nonce, and behind it what is sealed with its tag.
};

std::optional<Parts> parts_of(std::string_view sealed) {
  if (!sealed.starts_with(kSealMark)) return std::nullopt;
  const std::string_view rest = sealed.substr(kSealMark.size());
  if (rest.size() < kIdDigits + 1 || rest[kIdDigits] != '.') return std::nullopt;
  auto bytes = from_base64(rest.substr(kIdDigits + 1));
  if (!bytes || bytes->size() < kNonce + kTag) return std::nullopt;
  return Parts{rest.substr(0, kIdDigits), *std::move(bytes)};
}

}  // namespace

SealingKey SealingKey::generate() {
  begin_sodium();
  SealingKey key;
  static_assert(sizeof key.bytes_ == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);
  randombytes_buf(key.bytes_.data(), key.bytes_.size());
  return key;
}

Result<SealingKey> SealingKey::parse(std::string_view text) {
  begin_sodium();
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  SealingKey key;
  std::optional<std::string> bytes;
  if (text.starts_with(kKeyMark)) bytes = from_base64(text.substr(kKeyMark.size()));
  if (!bytes || bytes->size() != key.bytes_.size()) {
    return Error{ErrorKind::kMalformed, "is not a key of Curlew"};
  }
  std::copy(bytes->begin(), bytes->end(), key.bytes_.begin());
  sodium_memzero(bytes->data(), bytes->size());
  return key;
}

SealingKey::~SealingKey() { sodium_memzero(bytes_.data(), bytes_.size()); }

std::string SealingKey::text() const {
  return std::string(kKeyMark) + to_base64(bytes_.data(), bytes_.size()) + "\n";
}

std::string SealingKey::id() const {
  std::array<unsigned char, crypto_generichash_BYTES> hash;
  constexpr std::string_view kPurpose = "key id";
  crypto_generichash(hash.data(), hash.size(), data(kPurpose), kPurpose.size(),
                     bytes_.data(), bytes_.size());
  std::string id;
  for (std::size_t i = 0; i < kIdDigits / 2; ++i) id += fmt::format("{:02x}", hash[i]);
  return id;
}

// A random nonce of 24 bytes never comes twice.
std::string SealingKey::seal(std::string_view secret,
                             std::string_view belongs_to) const {
  std::string bytes(kNonce + secret.size() + kTag, '\0');
  randombytes_buf(bytes.data(), kNonce);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      data(bytes) + kNonce, nullptr, data(secret), secret.size(), data(belongs_to),
      belongs_to.size(), nullptr, data(bytes), bytes_.data());
  return fmt::format("{}{}.{}", kSealMark, id(), to_base64(data(bytes), bytes.size()));
}

Result<std::string> SealingKey::open(std::string_view sealed,
                                     std::string_view belongs_to) const {
  const auto parts = parts_of(sealed);
  if (!parts) return Error{ErrorKind::kMalformed, "is not sealed"};
  if (parts->key_id != id()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("was sealed by the key {}, and the one here is {}",
                             parts->key_id, id())};
  }
  std::string secret(parts->bytes.size() - kNonce - kTag, '\0');
  const std::string_view body = std::string_view(parts->bytes).substr(kNonce);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
          data(secret), nullptr, nullptr, data(body), body.size(), data(belongs_to),
          belongs_to.size(), data(std::string_view(parts->bytes)),
          bytes_.data()) != 0) {
    return Error{ErrorKind::kCorrupt, "was changed, or was sealed for something else"};
  }
  return secret;
}

std::string SealingKey::sign(std::string_view message) const {
  std::array<unsigned char, crypto_auth_hmacsha256_BYTES> code;
  static_assert(sizeof bytes_ == crypto_auth_hmacsha256_KEYBYTES);
  crypto_auth_hmacsha256(code.data(), data(message), message.size(), bytes_.data());
  return to_base64(code.data(), code.size());
}

bool SealingKey::is_signature(std::string_view signature,
                              std::string_view message) const {
  const std::string own = sign(message);
  return signature.size() == own.size() &&
         sodium_memcmp(signature.data(), own.data(), own.size()) == 0;
}

bool is_sealed(std::string_view text) { return parts_of(text).has_value(); }

std::string sealing_key_id(std::string_view text) {
  const auto parts = parts_of(text);
  return parts ? std::string(parts->key_id) : std::string();
}

}  // namespace curlew
