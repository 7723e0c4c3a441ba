// Base64 (RFC 4648 §4), in which headers and the browser speak of bytes. Pure; may be
// called from any thread.

#pragma once

#include <string>
#include <string_view>

namespace curlew::fetch {

std::string to_base64(std::string_view bytes);
// Ends at the first character that is none of its digits.
std::string bytes_of_base64(std::string_view text);

}  // namespace curlew::fetch
