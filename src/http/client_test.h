// What the tests of the client share.

#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/clock.h"
#include "http/client.h"

namespace curlew::http {

// A client that may talk to 127.0.0.0/8 and looks names up with `lookup`.
inline std::unique_ptr<Client> make_loopback_client(const Clock& clock,
                                                    ClientOptions options = {}) {
  options.guard = AddressGuard({*parse_address_range("127.0.0.0/8")});
  options.user_agent = "curlew-test/1";
  return make_curl_client(std::move(options), clock);
}

inline Response ask(Client& client, Request request) {
  std::optional<Response> response;
  client.start(std::move(request), [&](Response r) { response = std::move(r); });
  while (!response) client.poll(Milliseconds(1000));
  return std::move(*response);
}

inline Response get(Client& client, std::string url) {
  return ask(client, {.url = std::move(url)});
}

}  // namespace curlew::http
