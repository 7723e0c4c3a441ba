#include "schedule/policy_state.h"

#include <algorithm>

namespace curlew::schedule {

PolicyState PolicyState::from(std::span<const std::byte> bytes) {
  PolicyState state;
  std::copy_n(bytes.begin(), std::min(bytes.size(), kSize), state.bytes_.begin());
  return state;
}

std::string PolicyState::to_bytes() const {
  std::size_t size = kSize;
  while (size > 0 && bytes_[size - 1] == std::byte{0}) --size;
  return {reinterpret_cast<const char*>(bytes_.data()), size};
}

PolicyState PolicyState::from_bytes(std::string_view bytes) {
  PolicyState state;
  if (bytes.size() <= kSize) {
    std::memcpy(state.bytes_.data(), bytes.data(), bytes.size());
  }
  return state;
}

}  // namespace curlew::schedule
