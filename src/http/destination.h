// Where a request would go, and whether it may: scheme, port, and the address when the
// host is one. Names are judged later, by the address that is connected to.
//
// The URL is taken apart by libcurl's parser and handed to libcurl in that form, so
// that what is judged here cannot differ from what is connected to (0x7f.1, 2130706433
// and their like are addresses to it).

#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "base/result.h"
#include "http/address_guard.h"
#include "http/endpoint.h"

namespace curlew::http {

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using UrlHandle = std::unique_ptr<CURLU, UrlDeleter>;

struct Destination {
  UrlHandle url;
  Endpoint endpoint;
};

struct ProxyDestination {
  // "http://host:port", without credentials.
  std::string address;
  // "user:password" or empty.
  std::string credentials;
  Endpoint endpoint;
};

// The error says why the request is refused.
Result<Destination> judge_destination(const std::string& url,
                                      const AddressGuard& guard);
Result<ProxyDestination> judge_proxy(const std::string& url, const AddressGuard& guard);

}  // namespace curlew::http
