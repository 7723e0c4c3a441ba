// Which addresses may become links.

#pragma once

#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/plain_text.h"

namespace curlew {

// Those that only lead somewhere. javascript: and data: run code in whoever follows
// them; of other schemes we cannot say what they start.
inline bool is_web_address(std::string_view url) {
  return starts_with_ignoring_case(url, "http://") ||
         starts_with_ignoring_case(url, "https://");
}

// A stranger's address fit to be shown as a link; empty where following it would do
// something else. Every link of an answer is made by it.
inline std::string plain_link(std::string_view untrusted) {
  std::string plain = plain_text(untrusted);
  return is_web_address(plain) ? plain : std::string();
}

}  // namespace curlew
