// A set of numbers below 4096 that finds its next member in a few instructions.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace curlew::schedule {

class BucketSet {
 public:
  static constexpr std::uint32_t kSize = 4096;

  void insert(std::uint32_t at) {
    words_[at / 64] |= std::uint64_t{1} << at % 64;
    used_ |= std::uint64_t{1} << at / 64;
  }
  void erase(std::uint32_t at) {
    words_[at / 64] &= ~(std::uint64_t{1} << at % 64);
    if (words_[at / 64] == 0) used_ &= ~(std::uint64_t{1} << at / 64);
  }
  void clear() { *this = {}; }

  // The least member that is not below `from`; from <= kSize.
  std::optional<std::uint32_t> next(std::uint32_t from) const {
    if (from >= kSize) return std::nullopt;
    const std::uint32_t word = from / 64;
    if (const std::uint64_t rest = words_[word] >> from % 64; rest != 0) {
      return from + std::uint32_t(std::countr_zero(rest));
    }
    const std::uint64_t later = word == 63 ? 0 : used_ >> (word + 1) << (word + 1);
    if (later == 0) return std::nullopt;
    const auto found = std::uint32_t(std::countr_zero(later));
    return found * 64 + std::uint32_t(std::countr_zero(words_[found]));
  }

 private:
  std::array<std::uint64_t, 64> words_{};
  // Bit w: words_[w] is not zero.
  std::uint64_t used_ = 0;
};

}  // namespace curlew::schedule
