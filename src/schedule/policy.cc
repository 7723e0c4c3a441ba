#include "schedule/policy.h"

#include <fmt/format.h>

namespace curlew::schedule {

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

Result<std::unique_ptr<Policy>> make_policy(std::string_view name, Milliseconds tick) {
  if (name == "round-robin") return make_round_robin_policy();
  if (name == "toe") return make_toe_policy({tick});
  return Error{ErrorKind::kUsage,
               fmt::format("policy '{}' is not one of: round-robin toe", name)};
}

}  // namespace curlew::schedule
