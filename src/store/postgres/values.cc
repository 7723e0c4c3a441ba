#include "store/postgres/values.h"

namespace curlew::store {
namespace {

template <typename Unsigned>
void append_big_endian(std::string& out, Unsigned value) {
  for (int shift = sizeof value * 8 - 8; shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> shift & 0xff);
  }
}

// Also extends the sign.
std::int64_t big_endian(std::string_view wire) {
  std::uint64_t value = !wire.empty() && (wire.front() & 0x80) ? ~0ull : 0;
  for (const char c : wire) value = value << 8 | static_cast<unsigned char>(c);
  return static_cast<std::int64_t>(value);
}

// array_send() in src/backend/utils/adt/arrayfuncs.c: one dimension that counts from 1,
// no NULLs, then each element behind its length.
std::string array_head(Oid element, std::size_t count) {
  std::string wire;
  append_big_endian<std::uint32_t>(wire, count > 0 ? 1 : 0);
  append_big_endian<std::uint32_t>(wire, 0);
  append_big_endian<std::uint32_t>(wire, element);
  if (count == 0) return wire;
  append_big_endian(wire, static_cast<std::uint32_t>(count));
  append_big_endian<std::uint32_t>(wire, 1);
  return wire;
}

// numeric_send() in src/backend/utils/adt/numeric.c: how many digits of base 10,000,
// the power of the first, the sign, the digits shown, the digits. A sum of BIGINTs is
// one of these.
std::int64_t whole_number(std::string_view wire) {
  constexpr std::size_t kHead = 8;
  if (wire.size() < kHead) return 0;
  const std::int64_t digits = big_endian(wire.substr(0, 2));
  const std::int64_t first_power = big_endian(wire.substr(2, 2));
  const bool is_negative = wire.substr(4, 2) == std::string_view("\x40\x00", 2);
  std::uint64_t value = 0;
  for (std::int64_t power = 0; power <= first_power; ++power) {
    value *= 10'000;
    const std::size_t at = kHead + 2 * static_cast<std::size_t>(power);
    if (power < digits && at + 2 <= wire.size()) {
      value += static_cast<std::uint64_t>(big_endian(wire.substr(at, 2)));
    }
  }
  return static_cast<std::int64_t>(is_negative ? 0 - value : value);
}

}  // namespace

std::string to_wire(std::int64_t value) {
  std::string wire;
  append_big_endian(wire, static_cast<std::uint64_t>(value));
  return wire;
}

std::string to_wire(std::span<const std::int64_t> values) {
  std::string wire = array_head(kOidInt8, values.size());
  wire.reserve(wire.size() + values.size() * 12);
  for (const std::int64_t value : values) {
    append_big_endian<std::uint32_t>(wire, sizeof value);
    append_big_endian(wire, static_cast<std::uint64_t>(value));
  }
  return wire;
}

std::string to_wire(std::span<const std::string_view> values, Oid element) {
  std::string wire = array_head(element, values.size());
  for (const std::string_view value : values) {
    append_big_endian(wire, static_cast<std::uint32_t>(value.size()));
    wire += value;
  }
  return wire;
}

std::int64_t integer_from_wire(Oid type, std::string_view wire) {
  switch (type) {
    case kOidBool:
    case kOidInt2:
    case kOidInt4:
    case kOidInt8:
      return big_endian(wire);
    case kOidNumeric:
      return whole_number(wire);
    default:
      return 0;
  }
}

}  // namespace curlew::store
