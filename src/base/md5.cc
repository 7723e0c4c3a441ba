#include "base/md5.h"

#include <openssl/evp.h>

#include <array>

#include "base/check.h"
#include "base/sha.h"

namespace curlew {

std::string md5_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  CHECK(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_md5(),
                   nullptr) == 1);
  return to_base16({reinterpret_cast<const char*>(digest.data()), size});
}

}  // namespace curlew
