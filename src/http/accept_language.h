// Which of the languages that we speak a client wants (RFC 9110 §12.5.4).

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace curlew::http {

// The best of `offered` by the field Accept-Language, found by RFC 4647 §3.4: "el-GR"
// takes "el". The first one when none fits; `offered` must not be empty.
std::string preferred_language(std::string_view accept_language,
                               std::span<const std::string> offered);

}  // namespace curlew::http
