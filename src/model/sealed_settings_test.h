// Sealed settings for tests, of this and other modules, and the key that opens them.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "model/request_settings.h"

namespace curlew::model {

inline const KeyReader kTestKey = [key = SealingKey::generate()] {
  return Result<SealingKey>(key);
};

// For whom no secret may be sealed or opened.
inline const KeyReader kNoKey = []() -> Result<SealingKey> {
  return Error{ErrorKind::kNotFound, "curlew.key: the key is missing"};
};

inline SealedSettings sealed(const RequestSettings& plain, std::string_view origin) {
  return seal(plain, origin, kTestKey).value();
}

inline RequestSettings opened(const SealedSettings& settings, std::string_view origin) {
  return open(settings, origin, kTestKey).value();
}

// Where it does not matter whether anybody can open it.
inline SealedText kept(std::string text) {
  return SealedText::as_kept(std::move(text));
}

}  // namespace curlew::model
