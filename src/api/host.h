// Under which names a site is asked for.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::api {

// May a request with this Host field be answered by a server that listens on `address`?
// Only names can be rebound: on an address that means all of the machine's ("0.0.0.0",
// "::") every literal address is allowed.
bool is_allowed_host(std::string_view host_field, std::string_view address);
// Is it the host of this address, "https://curlew.example.org"?
bool is_host_of(std::string_view host_field, std::string_view base_url);
// The same machine under another port: "http://[::1]:8401" of "[::1]:8400".
std::string neighbour(std::string_view host_field, std::uint16_t port);

}  // namespace curlew::api
