#include "http/ip_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace curlew::http {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix = {0, 0, 0, 0, 0,    0,
                                                        0, 0, 0, 0, 0xff, 0xff};

// True when bits from `from` on are all zero.
bool ends_in_zeros(const IpAddress& address, int from) {
  for (int bit = from; bit < 128; ++bit) {
    if (address.bytes[std::size_t(bit / 8)] & (0x80 >> (bit % 8))) return false;
  }
  return true;
}

}  // namespace

IpAddress from_v4(const std::array<std::uint8_t, 4>& bytes) {
  IpAddress address;
  std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes.begin());
  std::copy(bytes.begin(), bytes.end(), address.bytes.begin() + kMappedPrefix.size());
  return address;
}

bool is_v4(const IpAddress& address) {
  return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes.begin());
}

std::optional<IpAddress> to_ip_address(const sockaddr* address) {
  if (address->sa_family == AF_INET6) {
    IpAddress ip;
    const auto& v6 = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    std::memcpy(ip.bytes.data(), &v6, ip.bytes.size());
    return ip;
  }
  if (address->sa_family != AF_INET) return std::nullopt;
  std::array<std::uint8_t, 4> v4;
  std::memcpy(v4.data(), &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, 4);
  return from_v4(v4);
}

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  if (text.find('\0') != text.npos) return std::nullopt;
  const std::string terminated(text);
  IpAddress address;
  if (inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1)
    return address;
  std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes.begin());
  if (inet_pton(AF_INET, terminated.c_str(), address.bytes.data() + 12) == 1) {
    return address;
  }
  return std::nullopt;
}

std::string to_string(const IpAddress& address) {
  char text[INET6_ADDRSTRLEN];
  if (is_v4(address)) {
    inet_ntop(AF_INET, address.bytes.data() + 12, text, sizeof text);
  } else {
    inet_ntop(AF_INET6, address.bytes.data(), text, sizeof text);
  }
  return text;
}

bool AddressRange::contains(const IpAddress& address) const {
  const auto whole = std::size_t(prefix_length / 8);
  if (!std::equal(first.bytes.begin(), first.bytes.begin() + whole,
                  address.bytes.begin())) {
    return false;
  }
  const int rest = prefix_length % 8;
  if (rest == 0) return true;
  return ((first.bytes[whole] ^ address.bytes[whole]) >> (8 - rest)) == 0;
}

Result<AddressRange> parse_address_range(std::string_view text) {
  const auto malformed = [&](std::string_view what) {
    return Error{ErrorKind::kMalformed,
                 fmt::format("address range '{}': {}", text, what)};
  };
  const auto slash = text.find('/');
  const auto address_text = text.substr(0, slash);
  const auto first = parse_ip_address(address_text);
  if (!first) return malformed("is no IP address, as 10.0.0.0/8 or fd00::/8");
  AddressRange range{*first, 128};
  if (slash == text.npos) return range;

  const auto digits = text.substr(slash + 1);
  const int family_offset = address_text.find(':') == text.npos ? 96 : 0;
  int length = -1;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (error != std::errc() || end != digits.data() + digits.size() || length < 0 ||
      length > 128 - family_offset) {
    return malformed(
        fmt::format("the prefix length must be 0 to {}", 128 - family_offset));
  }
  range.prefix_length = length + family_offset;
  if (!ends_in_zeros(range.first, range.prefix_length)) {
    return malformed("has bits set beyond its prefix length");
  }
  return range;
}

}  // namespace curlew::http
