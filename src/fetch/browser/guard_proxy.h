// The only door of a rendering browser: a proxy on loopback that Curlew owns. It looks
// names up itself and judges the address of every connection by the same guard as all
// our traffic, so that redirects, frames and scripts of a page reach nothing inside the
// network, and it counts what each page costs.
//
// Nobody else on the machine can use it: every page is admitted with credentials of its
// own, which end with it. Whatever comes without is answered 407 and closed.
//
// All functions may be called from any thread; the proxy has one of its own.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "http/address_guard.h"
#include "http/client.h"

namespace curlew::fetch {

struct GuardProxyOptions {
  http::AddressGuard guard;
  // Empty: the system's.
  http::Lookup lookup;
  // All pages together; further ones wait.
  std::size_t max_connections = 256;
  // The longest head of a request.
  Bytes max_head = 64_KiB;
  // To look up and connect.
  Milliseconds connect{10'000};
  // A connection without a byte is closed.
  Milliseconds idle{60'000};
};

// What one page may cost.
struct PageBudget {
  // Received from all servers together, as on the wire.
  Bytes bytes = 32_MiB;
  std::size_t connections = 1000;
};

struct ProxyCredentials {
  std::string user;
  std::string password;
};

// A server that a page could not reach.
struct ProxyFailure {
  std::string host;
  http::TransferEnd end = http::TransferEnd::kRefused;
  std::string why;
};

struct PageTraffic {
  Bytes received = 0;
  std::size_t connections = 0;
  // It took more than it may and was cut off.
  bool is_over_budget = false;
  // The first address that was connected to.
  std::string first_address;
  // The first 16.
  std::vector<ProxyFailure> failures;
};

class GuardProxy {
 public:
  // Closes all connections.
  virtual ~GuardProxy() = default;

  // On 127.0.0.1.
  virtual std::uint16_t port() const = 0;

  virtual ProxyCredentials admit(const PageBudget& budget) = 0;
  virtual PageTraffic traffic(const std::string& user) const = 0;
  // Ends the credentials and closes the page's connections.
  virtual PageTraffic dismiss(const std::string& user) = 0;
};

// `clock` must outlive the proxy.
Result<std::unique_ptr<GuardProxy>> start_guard_proxy(GuardProxyOptions options,
                                                      const Clock& clock);

}  // namespace curlew::fetch
