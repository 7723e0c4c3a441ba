// Requests and responses as plain values, shared by client, server and their users.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace curlew::http {

// In the order of the wire; names compare without case (RFC 9110 §5.1).
using Headers = std::vector<std::pair<std::string, std::string>>;

// The first field of that name, or nullopt. Views into `headers`.
std::optional<std::string_view> find_header(const Headers& headers,
                                            std::string_view name);

// All fields of that name joined by ", ", as RFC 9110 §5.3 allows for list fields.
std::string joined_header(const Headers& headers, std::string_view name);

}  // namespace curlew::http
