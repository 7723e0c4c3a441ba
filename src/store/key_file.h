// The installation's key, which seals the secrets of sources: a file of its owner's
// alone. Lost, it takes those secrets with it.

#pragma once

#include <string>

#include "base/result.h"
#include "base/sealing.h"

namespace curlew::store {

// Its name in a data directory.
inline constexpr const char* kKeyFile = "curlew.key";

// kNotFound when there is none. A file that others may read is refused: they may have
// done so.
Result<SealingKey> read_key(const std::string& path);

// Makes it when there is none: whole and on the disk, or not at all. Of several
// programs that do so at once all get the same key.
Result<SealingKey> read_or_make_key(const std::string& path);

}  // namespace curlew::store
