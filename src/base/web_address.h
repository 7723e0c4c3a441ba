// Which addresses may become links.

#pragma once

#include <string_view>

#include "base/ascii.h"

namespace curlew {

// Those that only lead somewhere. javascript: and data: run code in whoever follows
// them; of other schemes we cannot say what they start.
inline bool is_web_address(std::string_view url) {
  return starts_with_ignoring_case(url, "http://") ||
         starts_with_ignoring_case(url, "https://");
}

}  // namespace curlew
