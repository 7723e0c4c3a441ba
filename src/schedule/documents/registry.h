// Rows by a 64-bit key, each with a small dense number as long as it is in use. Numbers
// of rows that went are used again.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace curlew::schedule::documents {

template <typename Row>
class Registry {
 public:
  using Index = std::uint32_t;

  // Finds the row of `key`, or makes one.
  Index add(std::uint64_t key) {
    const auto [found, is_new] = by_key_.try_emplace(key, Index(rows_.size()));
    if (!is_new) return found->second;
    if (free_.empty()) {
      rows_.emplace_back();
      keys_.push_back(key);
    } else {
      found->second = free_.back();
      free_.pop_back();
      keys_[found->second] = key;
    }
    return found->second;
  }

  void remove(Index index) {
    by_key_.erase(keys_[index]);
    rows_[index] = {};
    free_.push_back(index);
  }

  Row& operator[](Index index) { return rows_[index]; }
  const Row& operator[](Index index) const { return rows_[index]; }

 private:
  std::unordered_map<std::uint64_t, Index> by_key_;
  std::vector<Row> rows_;
  std::vector<std::uint64_t> keys_;
  std::vector<Index> free_;
};

}  // namespace curlew::schedule::documents
