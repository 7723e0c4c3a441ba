#include "http/forwarded.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace curlew::http {
namespace {

bool is_any_of(const IpAddress& address, std::span<const AddressRange> ranges) {
  return std::ranges::any_of(
      ranges, [&](const AddressRange& range) { return range.contains(address); });
}

// What stands behind the last comma, which the proxy next to us wrote.
std::string_view take_last(std::string_view& list) {
  const std::size_t comma = list.rfind(',');
  const bool is_only = comma == list.npos;
  const std::string_view last = trimmed(is_only ? list : list.substr(comma + 1));
  list = is_only ? std::string_view() : list.substr(0, comma);
  return last;
}

// The nearest address that is not one of our proxies; where all are, the farthest.
std::string client_address(std::string_view list, const std::string& peer,
                           std::span<const AddressRange> proxies) {
  std::string nearest = peer;
  while (!list.empty()) {
    const auto address = parse_ip_address(take_last(list));
    if (!address) break;
    nearest = to_string(*address);
    if (!is_any_of(*address, proxies)) break;
  }
  return nearest;
}

}  // namespace

ServerRequest as_forwarded(ServerRequest request,
                           std::span<const AddressRange> proxies) {
  const auto peer = parse_ip_address(request.remote_address);
  if (!peer || !is_any_of(*peer, proxies)) return request;
  request.remote_address =
      client_address(joined_header(request.headers, "X-Forwarded-For"),
                     request.remote_address, proxies);
  const std::string schemes = joined_header(request.headers, "X-Forwarded-Proto");
  std::string_view rest = schemes;
  const std::string_view scheme = take_last(rest);
  if (equals_ignoring_case(scheme, "https")) request.scheme = "https";
  const std::string hosts = joined_header(request.headers, "X-Forwarded-Host");
  rest = hosts;
  const std::string host(take_last(rest));
  if (!host.empty()) {
    std::erase_if(request.headers, [](const auto& header) {
      return equals_ignoring_case(header.first, "Host");
    });
    request.headers.emplace_back("Host", host);
  }
  return request;
}

}  // namespace curlew::http
