// How an article's terms and a query's words come to the same 64 bits.

#pragma once

#include <cstdint>
#include <string_view>

#include "match/hash_table.h"
#include "query/expression.h"
#include "query/terms.h"

namespace curlew::match {

// Words of a title are other words than those of the text, to one who asks for
// title:flood.
inline std::uint64_t salt_of(query::Field field) {
  switch (field) {
    case query::Field::kAnywhere:
      return 0;
    case query::Field::kTitle:
      return 0x5BD1E995A4093822;
    case query::Field::kAuthor:
      return 0xC2B2AE3D27D4EB4F;
  }
  return 0;
}

// Grows with the word, so that all beginnings of a word cost one pass.
class PrefixHash {
 public:
  explicit PrefixHash(query::Field field)
      : state_(0xCBF29CE484222325 ^ salt_of(field)) {}
  void add(char c) {
    state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x9FB21C651E98DF25;
    state_ ^= state_ >> 35;
  }
  std::uint64_t value() const { return mix(state_); }

 private:
  std::uint64_t state_;
};

inline std::uint64_t prefix_hash(std::string_view prefix, query::Field field) {
  PrefixHash hash(field);
  for (const char c : prefix) hash.add(c);
  return hash.value();
}

inline std::uint64_t pair_hash(std::uint32_t first, std::uint32_t second) {
  return mix(std::uint64_t(first) << 32 | second);
}

inline std::uint64_t fact_hash(query::FactKind kind, std::int64_t owner,
                               std::string_view value) {
  return mix(query::term_hash(value) + mix(std::uint64_t(owner) * 8 + unsigned(kind)));
}

// The bit of a prefix's size in a set of sizes; long ones share the last.
inline std::uint64_t size_bit(std::size_t bytes) {
  return 1ULL << (bytes < 63 ? bytes : 63);
}

}  // namespace curlew::match
