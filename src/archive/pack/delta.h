// Bytes compressed by Zstandard against others that they resemble.

#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::archive {

// `base` empty: by themselves.
std::string compress_delta(std::string_view base, std::string_view bytes, int level);

// With the same base. kCorrupt when these are not `size` bytes.
Result<std::string> decompress_delta(std::string_view base, std::string_view frame,
                                     Bytes size);

}  // namespace curlew::archive
