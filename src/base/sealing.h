// Secrets that have to lie in a database or travel in a message, sealed by a key that
// lies elsewhere (XChaCha20-Poly1305): whoever has only the one or only the other can
// neither read them nor change them unseen.
//
// A sealed secret is one word, "sealed1.<key id>.<base64url>", that can stand wherever
// the secret stood: within an address, in a line of headers, in a column of text.

#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew {

// May be used from any thread.
class SealingKey {
 public:
  static SealingKey generate();
  // As text() writes it. The error does not repeat it.
  static Result<SealingKey> parse(std::string_view text);

  SealingKey(const SealingKey&) = default;
  SealingKey& operator=(const SealingKey&) = default;
  // Leaves nothing of it in memory.
  ~SealingKey();

  // One line, for a file.
  std::string text() const;
  // Eight hexadecimal digits that tell keys apart and say nothing of them.
  std::string id() const;

  // `belongs_to` is no secret: what is sealed opens only together with it, so that it
  // cannot be taken from one place and put into another.
  std::string seal(std::string_view secret, std::string_view belongs_to) const;
  // Errors: `sealed` is not sealed at all (kMalformed), was sealed by another key
  // (kNotFound), or was changed or belongs to something else (kCorrupt).
  Result<std::string> open(std::string_view sealed, std::string_view belongs_to) const;

  // Proves that `message` is ours (HMAC-SHA256), as 43 characters of base64url.
  std::string sign(std::string_view message) const;
  // Takes as long for a signature that is nearly right.
  bool is_signature(std::string_view signature, std::string_view message) const;

 private:
  SealingKey() = default;
  std::array<unsigned char, 32> bytes_{};
};

// Has it the form of a sealed secret? Whether it opens, only its key tells.
bool is_sealed(std::string_view text);
// SealingKey::id() of the key that sealed it. Empty where `text` is not sealed.
std::string sealing_key_id(std::string_view text);

// Gets the key when it is needed, so that it is not held for longer, and so that one
// that was missing is found when it is back.
using KeyReader = std::function<Result<SealingKey>()>;

}  // namespace curlew
