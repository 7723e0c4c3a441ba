// 128-bit fingerprints of content (XXH3): two contents with one fingerprint do not
// happen by accident. Somebody who wants to could make them, and would only hide his
// own changes; a hash that resists him (BLAKE2b) cost as much as a third of parsing.

#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace curlew {

struct Fingerprint {
  std::array<std::uint8_t, 16> bytes{};

  auto operator<=>(const Fingerprint&) const = default;
  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

Fingerprint fingerprint_of(std::string_view content);

// From the 16 raw bytes that view() gave; nullopt when there are not 16.
std::optional<Fingerprint> parse_fingerprint(std::string_view raw);

// A 64-bit one (SipHash-2-4), for keys within one source, where a few thousand values
// make a collision less likely than a broken disk. The store keeps such keys for good:
// another function would make all entries new.
std::uint64_t short_fingerprint_of(std::string_view content);

}  // namespace curlew
