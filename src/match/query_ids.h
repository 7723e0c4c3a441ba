// The ids of queries in 32 bits, which half the memory that is read for a hit: small
// ids, as nearly all are, stand for themselves, others for a place in a list.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"

namespace curlew::match {

class QueryIds {
 public:
  std::uint32_t encode(std::int64_t id) {
    if (id >= 0 && id < std::int64_t(kIsListed)) return std::uint32_t(id);
    CHECK(listed_.size() < kIsListed);
    listed_.push_back(id);
    return kIsListed + std::uint32_t(listed_.size() - 1);
  }
  std::int64_t decode(std::uint32_t code) const {
    return code < kIsListed ? std::int64_t(code) : listed_[code - kIsListed];
  }
  std::size_t memory_bytes() const { return listed_.capacity() * sizeof listed_[0]; }

 private:
  static constexpr std::uint32_t kIsListed = 1U << 31;
  std::vector<std::int64_t> listed_;
};

}  // namespace curlew::match
