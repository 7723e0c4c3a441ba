// Which network addresses Curlew may talk to. Judged on the address that is being
// connected to, after every name lookup and at every hop, never on the name.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// "10.0.0.0/8", "fd00::/8", "127.0.0.1".
struct AddressRange {
  IpAddress first;
  int prefix_length = 128;  // Of the 128-bit form.
  bool contains(const IpAddress& address) const;
};
Result<AddressRange> parse_address_range(std::string_view text);

class AddressGuard {
 public:
  // Refuses everything that is not a public unicast address: loopback, private,
  // link-local, CGNAT, multicast, documentation, benchmarking, reserved, NAT64, 6to4,
  // Teredo and IPv4-mapped forms of all of these (RFC 6890 and its registries).
  AddressGuard() = default;
  // The same, with these ranges opened (`allow_addresses` in the configuration).
  explicit AddressGuard(std::vector<AddressRange> allowed);

  // Why `address` is refused ("loopback"), or nullopt when it may be connected to.
  std::optional<std::string_view> refusal(const IpAddress& address) const;

 private:
  std::vector<AddressRange> allowed_;
};

}  // namespace curlew::http
