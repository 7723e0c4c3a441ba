// Stored pages and response headers, compressed by Zstandard.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::store {

std::string compress_page(std::string_view html);
// kCorrupt when these bytes are no page that compress_page() made.
Result<std::string> decompress_page(std::string_view compressed);

}  // namespace curlew::store
