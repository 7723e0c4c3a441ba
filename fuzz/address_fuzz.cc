// Any bytes as an address and as a URL: what is read is written in a form that reads
// the same, a range holds its own first address, and the host that the guard judges is
// the host that the WHATWG parser sees, so that no spelling leads past it.
// compiles: http/address_guard.cc http/destination.cc
// compiles: http/endpoint.cc http/ip_address.cc
// links: PkgConfig::curl

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/check.h"
#include "http/address_guard.h"
#include "http/destination.h"
#include "url/url.h"

namespace {

using namespace curlew;

void check_address(std::string_view text) {
  if (const auto address = http::parse_ip_address(text)) {
    CHECK(http::parse_ip_address(to_string(*address)) == address);
    static_cast<void>(http::AddressGuard().refusal(*address));
  }
  if (const auto range = http::parse_address_range(text); range.ok()) {
    CHECK(range->contains(range->first));
    CHECK(!http::AddressGuard({*range}).refusal(range->first) ||
          http::AddressGuard().refusal(range->first));
  }
}

std::string_view without_brackets(std::string_view host) {
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  return host;
}

void check_same_host(std::string_view text) {
  const auto url = url::parse_url(text);
  if (!url.ok()) return;
  const auto destination =
      http::judge_destination(std::string(url->href()), http::AddressGuard());
  if (!destination.ok()) return;
  const auto& endpoint = destination->endpoint;
  const auto seen = without_brackets(url->host());
  CHECK(!endpoint.address || http::parse_ip_address(seen) == endpoint.address);
  CHECK(endpoint.address || equals_ignoring_case(seen, endpoint.host));
}

// The guard must also hold for addresses that nobody has parsed before.
void check_raw(std::string_view text) {
  const auto destination =
      http::judge_destination(std::string(text), http::AddressGuard());
  if (!destination.ok() || !destination->endpoint.address) return;
  CHECK(!http::AddressGuard().refusal(*destination->endpoint.address));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_address(text);
  check_same_host(text);
  check_raw(text);
  return 0;
}
