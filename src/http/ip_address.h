// IP addresses and ranges of them, as values.

#pragma once

#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::http {

// An IPv4 or IPv6 address; IPv4 is held as its IPv4-mapped IPv6 form.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const IpAddress&) const = default;
};

// Strict textual forms only ("192.0.2.1", "2001:db8::1"); nullopt for anything else.
std::optional<IpAddress> parse_ip_address(std::string_view text);
std::string to_string(const IpAddress& address);
// nullopt for another family, as a unix socket's.
std::optional<IpAddress> to_ip_address(const sockaddr* address);
bool is_v4(const IpAddress& address);
IpAddress from_v4(const std::array<std::uint8_t, 4>& bytes);

// "10.0.0.0/8", "fd00::/8", "127.0.0.1".
struct AddressRange {
  IpAddress first;
  // Of the 128-bit form.
  int prefix_length = 128;
  bool contains(const IpAddress& address) const;
};
Result<AddressRange> parse_address_range(std::string_view text);

}  // namespace curlew::http
