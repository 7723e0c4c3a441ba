#include "url/host.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "url/code_points.h"
#include "url/idna.h"
#include "url/ip_address.h"

namespace curlew::url {
namespace {

std::optional<std::string> parse_bracketed(std::string_view input) {
  if (!input.ends_with(']')) return std::nullopt;
  const auto pieces = parse_ipv6(input.substr(1, input.size() - 2));
  if (!pieces) return std::nullopt;
  return fmt::format("[{}]", to_string(*pieces));
}

std::optional<std::string> parse_opaque(std::string_view input) {
  if (contains_any_of(kForbiddenInHost, input)) return std::nullopt;
  std::string host;
  append_percent_encoded(host, input, kControlSet);
  return host;
}

// "Domain to ASCII", not strict: an ASCII domain is only lowered, since real sites have
// labels that look like Punycode and are not (whatwg/url#914).
std::optional<std::string> to_ascii_domain(std::string_view domain) {
  if (is_ascii(domain)) return to_ascii_lower(domain);
  return idna_to_ascii(domain);
}

std::optional<std::string> parse_domain(std::string_view input) {
  auto domain = input.find('%') == input.npos
                    ? to_ascii_domain(input)
                    : to_ascii_domain(to_well_formed_utf8(percent_decoded(input)));
  if (!domain || domain->empty() || contains_any_of(kForbiddenInDomain, *domain)) {
    return std::nullopt;
  }
  if (!ends_in_a_number(*domain)) return domain;
  const auto address = parse_ipv4(*domain);
  if (!address) return std::nullopt;
  return ipv4_to_string(*address);
}

}  // namespace

std::optional<std::string> parse_host(std::string_view input, HostKind kind) {
  if (input.starts_with('[')) return parse_bracketed(input);
  return kind == HostKind::kOpaque ? parse_opaque(input) : parse_domain(input);
}

}  // namespace curlew::url
