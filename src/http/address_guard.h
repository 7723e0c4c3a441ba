// Which network addresses Curlew may talk to. Judged on the address that is being
// connected to, after every name lookup and at every hop, never on the name.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "http/ip_address.h"

namespace curlew::http {

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
