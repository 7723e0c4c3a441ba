// Values in the binary form in which PostgreSQL takes and gives them: big-endian
// numbers, texts and bytes as they are. No digits are printed and read again, and a
// compressed page is not turned to hexadecimal.

#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace curlew::store {

// PostgreSQL's numbers of its built-in types (pg_type.dat), which never change.
enum PostgresType : Oid {
  // The server finds out.
  kOidUnknown = 0,
  kOidBool = 16,
  kOidBytes = 17,
  kOidInt8 = 20,
  kOidInt2 = 21,
  kOidInt4 = 23,
  kOidText = 25,
  kOidManyBytes = 1001,
  kOidTexts = 1009,
  kOidInt8s = 1016,
  kOidNumeric = 1700,
};

std::string to_wire(std::int64_t value);
std::string to_wire(std::span<const std::int64_t> values);
// Of texts or of bytes.
std::string to_wire(std::span<const std::string_view> values, Oid element);

// Any number type's whole part; 0 for what is not a number.
std::int64_t integer_from_wire(Oid type, std::string_view wire);

}  // namespace curlew::store
