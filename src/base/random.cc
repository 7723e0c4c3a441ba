#include "base/random.h"

#include <bit>
#include <random>

namespace curlew {

constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15;

std::uint64_t scrambled(std::uint64_t number) {
  number += kGoldenGamma;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    word = scrambled(seed);
    seed += kGoldenGamma;
  }
}

Random Random::from_system() {
  std::random_device device;
  return Random((std::uint64_t{device()} << 32) | device());
}

std::uint64_t Random::operator()() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() { return double((*this)() >> 11) * 0x1.0p-53; }

double Random::uniform(double low, double high) {
  return low + (high - low) * uniform();
}

__extension__ using Wide = unsigned __int128;

std::uint64_t Random::below(std::uint64_t bound) {
  // Multiply-shift; the bias is below 2^-32 for every bound Curlew uses.
  return std::uint64_t((Wide((*this)()) * bound) >> 64);
}

}  // namespace curlew
