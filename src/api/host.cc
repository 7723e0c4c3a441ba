#include "api/host.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "http/address_guard.h"

namespace curlew::api {
namespace {

// The host without its port: "[::1]:8400" -> "[::1]", "localhost:8400" -> "localhost".
std::string_view without_port(std::string_view host_field) {
  const std::size_t end = host_field.starts_with('[') ? host_field.find(']') : 0;
  return host_field.substr(0, host_field.find(':', end));
}

// The same without brackets; empty where one is missing.
std::string_view host_name(std::string_view host_field) {
  const std::string_view host = without_port(host_field);
  if (!host.starts_with('[')) return host;
  return host.ends_with(']') ? host.substr(1, host.size() - 2) : std::string_view();
}

bool is_loopback(const http::IpAddress& address) {
  static const http::IpAddress kIpv6 = *http::parse_ip_address("::1");
  static const http::AddressRange kIpv4 = *http::parse_address_range("127.0.0.0/8");
  return address == kIpv6 || kIpv4.contains(address);
}

}  // namespace

bool is_allowed_host(std::string_view host_field, std::string_view address) {
  const std::string_view name = host_name(trimmed(host_field));
  if (equals_ignoring_case(name, "localhost")) return true;
  const auto literal = http::parse_ip_address(name);
  if (!literal) return false;
  const bool listens_everywhere = address == "0.0.0.0" || address == "::";
  return is_loopback(*literal) || listens_everywhere ||
         literal == http::parse_ip_address(address);
}

bool is_host_of(std::string_view host_field, std::string_view base_url) {
  const std::size_t begin = base_url.find("://");
  if (begin == base_url.npos) return false;
  std::string_view host = base_url.substr(begin + 3);
  host = host.substr(0, host.find('/'));
  return equals_ignoring_case(host_name(trimmed(host_field)), host_name(host));
}

std::string neighbour(std::string_view host_field, std::uint16_t port) {
  return fmt::format("http://{}:{}", without_port(trimmed(host_field)), port);
}

}  // namespace curlew::api
