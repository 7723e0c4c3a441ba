// An array of rows of one size, known only at run time. It grows by chunks: rows never
// move, and growing needs no second copy of what is there. A vector that doubles would
// need three times its size for a moment, and this one holds ten million sources.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace curlew::schedule {

// Not thread-safe.
class RowStore {
 public:
  explicit RowStore(std::size_t row_bytes) : row_bytes_(row_bytes) {}
  ~RowStore();
  RowStore(const RowStore&) = delete;
  RowStore& operator=(const RowStore&) = delete;

  // New rows are zero, and cost no memory before they are written.
  void grow_to(std::size_t rows);

  std::byte* at(std::uint32_t row) {
    return chunks_[row / kRowsOfChunk] + row % kRowsOfChunk * row_bytes_;
  }
  const std::byte* at(std::uint32_t row) const {
    return chunks_[row / kRowsOfChunk] + row % kRowsOfChunk * row_bytes_;
  }
  // Asks the processor to have the row at hand soon.
  void prefetch(std::uint32_t row) const;

 private:
  static constexpr std::size_t kRowsOfChunk = 65'536;

  const std::size_t row_bytes_;
  std::vector<std::byte*> chunks_;
};

inline void RowStore::prefetch(std::uint32_t row) const {
  constexpr std::size_t kCacheLine = 64;
  const std::byte* begin = at(row);
  for (std::size_t i = 0; i < row_bytes_; i += kCacheLine)
    __builtin_prefetch(begin + i);
}

}  // namespace curlew::schedule
