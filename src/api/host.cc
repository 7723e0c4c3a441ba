#include "api/host.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "http/address_guard.h"

namespace curlew::api {
namespace {

// The host without its port: "[::1]:8400" -> "[::1]", "localhost:8400" -> "localhost".
std::string_view without_port(std::string_view host_field) {
  const std::size_t end = host_field.starts_with('[') ? host_field.find(']') : 0;
  if (end == host_field.npos) return {};
  return host_field.substr(0, end == 0 ? host_field.find(':') : end + 1);
}

// ":8400", ":" or nothing (RFC 3986 §3.2.3).
bool is_port(std::string_view text) {
  if (text.empty()) return true;
  const std::string_view digits = text.substr(1);
  return text.front() == ':' && digits.size() <= 5 &&
         std::ranges::all_of(digits, is_ascii_digit);
}

struct HostParts {
  // Without brackets, and without the dot at the end that says that nothing comes
  // behind it; empty: it is not a host.
  std::string_view name;
  // In brackets.
  bool is_ipv6 = false;
};

HostParts parts_of(std::string_view host_field) {
  std::string_view host = without_port(host_field);
  if (!is_port(host_field.substr(host.size()))) return {};
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) return {};
    return {host.substr(1, host.size() - 2), true};
  }
  const bool is_number =
      host.ends_with('.') && host.size() > 1 && is_ascii_digit(host[host.size() - 2]);
  if (host.ends_with('.') && !is_number) host.remove_suffix(1);
  return {host, false};
}

bool is_loopback(const http::IpAddress& address) {
  static const http::IpAddress kIpv6 = *http::parse_ip_address("::1");
  static const http::AddressRange kIpv4 = *http::parse_address_range("127.0.0.0/8");
  return address == kIpv6 || kIpv4.contains(address);
}

}  // namespace

bool is_allowed_host(std::string_view host_field, std::string_view address) {
  const HostParts host = parts_of(trimmed(host_field));
  if (!host.is_ipv6 && equals_ignoring_case(host.name, "localhost")) return true;
  const auto literal = http::parse_ip_address(host.name);
  if (!literal || host.is_ipv6 != (host.name.find(':') != host.name.npos)) return false;
  const bool listens_everywhere = address == "0.0.0.0" || address == "::";
  return is_loopback(*literal) || listens_everywhere ||
         literal == http::parse_ip_address(address);
}

bool is_host_of(std::string_view host_field, std::string_view base_url) {
  const std::size_t begin = base_url.find("://");
  if (begin == base_url.npos) return false;
  std::string_view authority = base_url.substr(begin + 3);
  authority = authority.substr(0, authority.find('/'));
  const HostParts host = parts_of(trimmed(host_field));
  const HostParts own = parts_of(authority);
  return !own.name.empty() && host.is_ipv6 == own.is_ipv6 &&
         equals_ignoring_case(host.name, own.name);
}

std::string neighbour(std::string_view host_field, std::uint16_t port) {
  return fmt::format("http://{}:{}", without_port(trimmed(host_field)), port);
}

}  // namespace curlew::api
