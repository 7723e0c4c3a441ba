// What a browser asks its proxy for: the head of one request (RFC 9110 §9.3.6 CONNECT,
// RFC 9112 §3.2.2 absolute-form), read and made ready for the origin.
//
// Pure; may be called from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::fetch {

struct ProxyHead {
  // CONNECT: bytes are passed on unseen.
  bool is_tunnel = false;
  // To be judged: "https://host:port/" of a tunnel.
  std::string url;
  // Proxy-Authorization as sent; empty without.
  std::string authorization;
  // The head for the origin; empty for a tunnel.
  std::string onward;
  // The bytes that follow the head.
  Bytes body = 0;
};

// `text` ends with the empty line.
Result<ProxyHead> parse_proxy_head(std::string_view text);

}  // namespace curlew::fetch
