#include "schedule/large_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace curlew::schedule {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kSmallPage = 4096;

constexpr std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

std::byte* map(std::size_t bytes) {
  void* mapped =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(mapped);
}

// At the beginning of a large page: what was mapped around it is given back.
std::byte* map_aligned(std::size_t bytes) {
  std::byte* mapped = map(bytes + kLargePage);
  const auto address = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t before = round_up(address, kLargePage) - address;
  if (before > 0) munmap(mapped, before);
  munmap(mapped + before + bytes, kLargePage - before);
  return mapped + before;
}

}  // namespace

LargeMemory::LargeMemory(std::size_t bytes) : bytes_(round_up(bytes, kSmallPage)) {
  if (bytes_ < 2 * kLargePage) {
    data_ = map(bytes_);
    return;
  }
  data_ = map_aligned(bytes_);
  // Whole ones only: a large page at the end would be paid for and not used.
  const std::size_t whole = bytes_ / kLargePage * kLargePage;
  madvise(data_ + kLargePage, whole - kLargePage, MADV_HUGEPAGE);
}

LargeMemory::~LargeMemory() {
  if (data_) munmap(data_, bytes_);
}

}  // namespace curlew::schedule
