// IPv4 and IPv6 addresses in every spelling that the URL standard accepts in a host:
// "0x7f.1" is 127.0.0.1 (https://url.spec.whatwg.org/#concept-ipv4-parser).

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace curlew::url {

// "If so, it must be an IPv4 address": the standard's ends-in-a-number checker.
bool ends_in_a_number(std::string_view domain);

std::optional<std::uint32_t> parse_ipv4(std::string_view domain);
std::string ipv4_to_string(std::uint32_t address);

using Ipv6Pieces = std::array<std::uint16_t, 8>;

// Without brackets.
std::optional<Ipv6Pieces> parse_ipv6(std::string_view text);
// RFC 5952.
std::string to_string(const Ipv6Pieces& pieces);

}  // namespace curlew::url
