// The host parser of the standard (https://url.spec.whatwg.org/#host-parsing).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace curlew::url {

// kDomain: the host of a special scheme.
enum class HostKind { kOpaque, kDomain };

// The serialised host, or nullopt where the standard returns failure. `input` is
// well-formed UTF-8.
std::optional<std::string> parse_host(std::string_view input, HostKind kind);

}  // namespace curlew::url
