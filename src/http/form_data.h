// Names and values as forms send them (application/x-www-form-urlencoded), in the query
// of an address or in a body.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace curlew::http {

std::string to_form(std::span<const std::pair<std::string, std::string>> fields);

// The decoded value of the first field of that name; nullopt: there is none.
std::optional<std::string> form_value(std::string_view form, std::string_view name);

}  // namespace curlew::http
