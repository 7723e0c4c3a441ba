// Requests that come through a reverse proxy, as their clients sent them to it.

#pragma once

#include <span>

#include "http/ip_address.h"
#include "http/server.h"

namespace curlew::http {

// Takes the client's address, the scheme and the Host from X-Forwarded-For,
// X-Forwarded-Proto and X-Forwarded-Host, where the peer is one of `proxies`: anybody
// else can write what he likes there. Of several addresses the last one counts that is
// not a proxy's: those before it are hearsay. What is malformed is as if it were
// absent.
ServerRequest as_forwarded(ServerRequest request,
                           std::span<const AddressRange> proxies);

}  // namespace curlew::http
