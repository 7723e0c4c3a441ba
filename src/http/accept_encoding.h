// Which of several forms of an answer a client takes (RFC 9110 §12.5.3).

#pragma once

#include <span>
#include <string_view>

namespace curlew::http {

// The coding of `offered` that `accept_encoding` likes best, of equals the first
// offered; "" where it likes none of them: the answer as it is.
std::string_view preferred_encoding(std::string_view accept_encoding,
                                    std::span<const std::string_view> offered);

}  // namespace curlew::http
