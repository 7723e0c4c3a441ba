// An address as its user typed it, made into the one that is watched.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::apps {

struct SourceAddress {
  std::string url;  // Absolute, http or https, without credentials and fragment.
  std::string basic_credentials;  // "user:password" if they stood in the address.
};

// "example.org/feed" is taken as https, "192.0.2.1:8080" and "feed://…" as http. What
// is typed without a scheme and cannot be meant as an address (a word without a dot, a
// mail address, "1.5", "news.html") is an error (kUsage), which names it.
Result<SourceAddress> parse_source_address(std::string_view text);

// kUsage when a file is named where an address is expected.
Result<void> expect_no_file(std::string_view text);

}  // namespace curlew::apps
