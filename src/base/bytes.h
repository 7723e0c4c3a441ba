// Sizes with their unit in the name: `Bytes limit = 16_MiB`.

#pragma once

#include <cstdint>

namespace curlew {

using Bytes = std::uint64_t;

inline constexpr Bytes operator""_KiB(unsigned long long n) { return n << 10; }
inline constexpr Bytes operator""_MiB(unsigned long long n) { return n << 20; }
inline constexpr Bytes operator""_GiB(unsigned long long n) { return n << 30; }

}  // namespace curlew
