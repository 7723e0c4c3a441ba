// Random numbers that a test can repeat: xoshiro256++ seeded through splitmix64. Small
// and fast enough to keep one wherever chance is needed. Not for secrets. Not
// thread-safe.

#pragma once

#include <array>
#include <cstdint>

namespace curlew {

// A number that looks random and is always the same for the same input: splitmix64.
std::uint64_t scrambled(std::uint64_t number);

class Random {
 public:
  using result_type = std::uint64_t;

  explicit Random(std::uint64_t seed);
  // A seed from the machine's entropy.
  static Random from_system();

  std::uint64_t operator()();
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

  // In [0, 1).
  double uniform();
  // In [low, high).
  double uniform(double low, double high);
  // In [0, bound); bound > 0.
  std::uint64_t below(std::uint64_t bound);

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace curlew
