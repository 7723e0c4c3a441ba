// A number that looks random and is always the same for the same input (splitmix64).

#pragma once

#include <cstdint>

namespace curlew::schedule::documents {

inline std::uint64_t lot(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

// In [0, 1).
inline double lot_share(std::uint64_t number) {
  return double(lot(number) >> 11) * 0x1p-53;
}

}  // namespace curlew::schedule::documents
