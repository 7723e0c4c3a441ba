// Who asks, for a header: the Basic scheme (RFC 7617).
//
// Pure; may be called from any thread.

#pragma once

#include <string>
#include <string_view>

namespace curlew::fetch {

// "Basic dXNlcjpwYXNz" of "user:pass".
std::string basic_authorization(std::string_view credentials);

}  // namespace curlew::fetch
