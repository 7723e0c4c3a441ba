// Who owns a host, as far as its name tells.

#pragma once

#include <string>
#include <string_view>

namespace curlew::url {

// The part of a host name that somebody registered: "bbc.co.uk" of "feeds.bbc.co.uk",
// by the public suffix list built into libpsl. Addresses, single labels and public
// suffixes themselves are their own. `host` as Url::host() gives it. Thread-safe.
std::string registrable_domain(std::string_view host);

// "127.0.0.1" or "[::1]", as Url::host() writes them.
bool is_ip_address(std::string_view host);

}  // namespace curlew::url
