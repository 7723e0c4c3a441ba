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

// "example.org/feed" is taken as https; a word without a dot is no address. An error
// (kUsage) names the address.
Result<SourceAddress> parse_source_address(std::string_view text);

}  // namespace curlew::apps
