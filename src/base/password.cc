#include "base/password.h"

#include <sodium.h>

#include <array>

#include "base/check.h"

namespace curlew {

Result<std::string> hash_password(std::string_view password) {
  CHECK(sodium_init() >= 0);
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (crypto_pwhash_str(hash.data(), password.data(), password.size(),
                        crypto_pwhash_OPSLIMIT_INTERACTIVE,
                        crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
    return Error{ErrorKind::kFailed, "there is not enough memory to hash a password"};
  }
  return std::string(hash.data());
}

bool is_password(std::string_view password, const std::string& hash) {
  CHECK(sodium_init() >= 0);
  // It must end within the array that the library expects.
  if (hash.empty() || hash.size() >= crypto_pwhash_STRBYTES) return false;
  return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

}  // namespace curlew
