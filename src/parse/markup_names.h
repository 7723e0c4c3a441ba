// Which names may stay in an HTML fragment that somebody else wrote.

#pragma once

#include <string>
#include <string_view>

namespace curlew::parse {

// All names are lower case.
bool is_safe_element(std::string_view name);
bool is_safe_attribute(std::string_view name);
// Elements without content: <br>, <img>.
bool is_void_element(std::string_view name);
// Elements that are dropped with all that is in them: <script>.
bool is_dropped_with_content(std::string_view name);
// Attributes that hold an address: href, src.
bool is_address_attribute(std::string_view name);

// The declarations of a style attribute that only format: "color: red; width: 10px".
std::string safe_style(std::string_view style);

}  // namespace curlew::parse
