// An array of rows of one size, known only at run time. It grows by chunks: rows never
// move, and growing needs no second copy of what is there. A vector that doubles would
// need three times its size for a moment, and this one holds ten million sources.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "schedule/large_memory.h"

namespace curlew::schedule {

// Not thread-safe.
class RowStore {
 public:
  explicit RowStore(std::size_t row_bytes)
      : row_bytes_(row_bytes),
        rows_bits_(std::bit_width((kChunkBytes - 1) / row_bytes)) {}

  // New rows are zero, and cost no memory before they are written.
  void grow_to(std::size_t rows) {
    while (chunks_.size() << rows_bits_ < rows) {
      chunks_.emplace_back(row_bytes_ << rows_bits_);
    }
  }

  std::byte* at(std::uint32_t row) { return place(row); }
  const std::byte* at(std::uint32_t row) const { return place(row); }

  // Asks the processor to have the row at hand soon. Inlined by force: GCC 12 takes a
  // function that only prefetches for one without effect, and drops the call.
  [[gnu::always_inline]] void prefetch(std::uint32_t row) const {
    constexpr std::size_t kCacheLine = 64;
    const std::byte* begin = at(row);
    for (std::size_t i = 0; i < row_bytes_; i += kCacheLine) {
      __builtin_prefetch(begin + i);
    }
  }

 private:
  // At least.
  static constexpr std::size_t kChunkBytes = std::size_t{16} << 20;

  std::byte* place(std::uint32_t row) const {
    const std::uint32_t within = row & ((std::uint32_t{1} << rows_bits_) - 1);
    return chunks_[row >> rows_bits_].data() + within * row_bytes_;
  }

  const std::size_t row_bytes_;
  // Of a chunk: so many rows that they fill kChunkBytes.
  const int rows_bits_;
  std::vector<LargeMemory> chunks_;
};

}  // namespace curlew::schedule
