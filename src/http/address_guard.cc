#include "http/address_guard.h"

#include <algorithm>

#include "base/check.h"

namespace curlew::http {
namespace {

// Where an IPv6 address carries an IPv4 address that somebody on the way unwraps.
enum class Embedded {
  kNone,
  kLast4Bytes,
  kBytes2To5,           // 6to4 (RFC 3056 §2).
  kInvertedLast4Bytes,  // Teredo (RFC 4380 §4).
};

struct SpecialRange {
  std::string_view range;
  std::string_view use;
  Embedded embedded = Embedded::kNone;
};

// The special-purpose registries of IANA (RFC 6890 and its updates); within a family
// the first range that fits names the reason. Entries that the registries call globally
// reachable (AS112, AMT) are left out, except those inside 2001::/23.
constexpr SpecialRange kSpecialRanges[] = {
    {"0.0.0.0/8", "this network (RFC 791)"},
    {"10.0.0.0/8", "private (RFC 1918)"},
    {"100.64.0.0/10", "carrier-grade NAT (RFC 6598)"},
    {"127.0.0.0/8", "loopback (RFC 1122)"},
    {"168.63.129.16/32", "metadata service (Azure's, on a public address)"},
    {"169.254.0.0/16", "link-local (RFC 3927)"},
    {"172.16.0.0/12", "private (RFC 1918)"},
    {"192.0.0.0/24", "protocol assignments (RFC 6890)"},
    {"192.0.2.0/24", "documentation (RFC 5737)"},
    {"192.88.99.0/24", "6to4 relay (RFC 7526)"},
    {"192.168.0.0/16", "private (RFC 1918)"},
    {"198.18.0.0/15", "benchmarking (RFC 2544)"},
    {"198.51.100.0/24", "documentation (RFC 5737)"},
    {"203.0.113.0/24", "documentation (RFC 5737)"},
    {"224.0.0.0/4", "multicast (RFC 5771)"},
    {"255.255.255.255/32", "broadcast (RFC 8190)"},
    {"240.0.0.0/4", "reserved (RFC 1112)"},

    {"::/128", "unspecified (RFC 4291)"},
    {"::1/128", "loopback (RFC 4291)"},
    {"::/96", "IPv4-compatible (RFC 4291)", Embedded::kLast4Bytes},
    {"::ffff:0:0:0/96", "IPv4-translated (RFC 2765)", Embedded::kLast4Bytes},
    {"64:ff9b::/96", "NAT64 (RFC 6052)", Embedded::kLast4Bytes},
    {"64:ff9b:1::/48", "NAT64 (RFC 8215)", Embedded::kLast4Bytes},
    {"100::/64", "discard (RFC 6666)"},
    {"2001::/32", "Teredo (RFC 4380)", Embedded::kInvertedLast4Bytes},
    {"2001:2::/48", "benchmarking (RFC 5180)"},
    {"2001:10::/28", "ORCHID (RFC 4843)"},
    {"2001:20::/28", "ORCHID (RFC 7343)"},
    {"2001::/23", "protocol assignments (RFC 2928)"},
    {"2001:db8::/32", "documentation (RFC 3849)"},
    {"2002::/16", "6to4 (RFC 3056)", Embedded::kBytes2To5},
    {"3fff::/20", "documentation (RFC 9637)"},
    {"fc00::/7", "private (RFC 4193)"},
    {"fe80::/10", "link-local (RFC 4291)"},
    {"fec0::/10", "site-local (RFC 3879)"},
    {"ff00::/8", "multicast (RFC 4291)"},
};

// IANA has assigned only 2000::/3 as IPv6 global unicast (RFC 4291 §2.4); the rest is
// refused whatever it will be used for one day.
bool is_global_unicast_space(const IpAddress& address) {
  return is_v4(address) || (address.bytes[0] & 0xe0) == 0x20;
}

struct ParsedRange {
  AddressRange range;
  std::string_view use;
  Embedded embedded;
};

const ParsedRange* find_special_range(const IpAddress& address) {
  static const auto ranges = [] {
    std::vector<ParsedRange> parsed;
    for (const auto& [text, use, embedded] : kSpecialRanges) {
      auto range = parse_address_range(text);
      CHECK(range.ok());
      parsed.push_back({*range, use, embedded});
    }
    return parsed;
  }();
  for (const auto& range : ranges) {
    if (range.range.contains(address)) return &range;
  }
  return nullptr;
}

IpAddress unwrapped(const IpAddress& address, Embedded embedded) {
  const std::size_t offset = embedded == Embedded::kBytes2To5 ? 2 : 12;
  const std::uint8_t mask = embedded == Embedded::kInvertedLast4Bytes ? 0xff : 0;
  std::array<std::uint8_t, 4> v4;
  for (std::size_t i = 0; i < 4; ++i) v4[i] = address.bytes[offset + i] ^ mask;
  return from_v4(v4);
}

}  // namespace

AddressGuard::AddressGuard(std::vector<AddressRange> allowed)
    : allowed_(std::move(allowed)) {}

std::optional<std::string_view> AddressGuard::refusal(const IpAddress& address) const {
  const auto* special = find_special_range(address);
  const bool allowed =
      std::any_of(allowed_.begin(), allowed_.end(),
                  [&](const auto& range) { return range.contains(address); });
  if (allowed) {
    // An opened gateway range (NAT64) does not open what lies behind it.
    if (special == nullptr || special->embedded == Embedded::kNone) return std::nullopt;
    return refusal(unwrapped(address, special->embedded));
  }
  if (special != nullptr) return special->use;
  if (!is_global_unicast_space(address)) return "not assigned (RFC 4291)";
  return std::nullopt;
}

}  // namespace curlew::http
