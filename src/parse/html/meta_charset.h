// The charset that a page declares in its first bytes.

#pragma once

#include <string_view>

namespace curlew::parse {

// <meta charset=...> or <meta http-equiv=content-type content="...charset=...">, among
// the first 1024 bytes as the HTML standard has it ("prescan a byte stream"), or in an
// XML declaration. Empty when there is none. `bytes` in a charset that has ASCII in it.
std::string_view declared_html_charset(std::string_view bytes);

}  // namespace curlew::parse
