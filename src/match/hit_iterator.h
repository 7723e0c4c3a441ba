// Makes hits of ids, for a vector that shall take them in one piece: there are
// thousands for an article, and resize() would write each of them twice.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "match/query_ids.h"
#include "match/query_set.h"

namespace curlew::match {

class HitIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Hit;
  using difference_type = std::ptrdiff_t;
  using pointer = const Hit*;
  using reference = Hit;

  HitIterator(const std::uint32_t* id, const QueryIds& ids, std::uint32_t position)
      : id_(id), ids_(&ids), position_(position) {}

  Hit operator*() const { return {ids_->decode(*id_), position_}; }
  HitIterator& operator++() {
    ++id_;
    return *this;
  }
  bool operator==(const HitIterator& other) const { return id_ == other.id_; }

 private:
  const std::uint32_t* id_;
  const QueryIds* ids_;
  std::uint32_t position_;
};

}  // namespace curlew::match
