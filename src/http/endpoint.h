// Where something that is not a request of the Client's own wants to connect, and the
// way to do it under the same guard. For the proxy that a browser's traffic goes
// through.
//
// May be called from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "http/address_guard.h"

namespace curlew::http {

struct Endpoint {
  // Without brackets.
  std::string host;
  std::uint16_t port = 0;
  // When the host is one.
  std::optional<IpAddress> address;
};

// The host and port of an http or https URL. The error says why the request is refused:
// scheme, port, or an address that the guard forbids. Names are judged later, by the
// address that is connected to.
Result<Endpoint> judge_endpoint(const std::string& url, const AddressGuard& guard);

// Begins to connect; the socket, which is the caller's, does not block. The address is
// judged here, whatever was judged before: no socket is made for a forbidden one.
Result<int> begin_connect(const IpAddress& address, std::uint16_t port,
                          const AddressGuard& guard);

}  // namespace curlew::http
