// Zeroed memory that is met in no order, on large pages where it is large. Sources come
// due in no order, each on another page: with pages of 4 KiB, half of the time goes
// into finding them (more on a virtual machine).

#pragma once

#include <cstddef>
#include <utility>

namespace curlew::schedule {

class LargeMemory {
 public:
  LargeMemory() = default;
  // Costs nothing before it is written. The first 2 MiB stay on small pages, for those
  // who watch a hundred feeds and not a million.
  explicit LargeMemory(std::size_t bytes);
  ~LargeMemory();
  LargeMemory(LargeMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  LargeMemory& operator=(LargeMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace curlew::schedule
