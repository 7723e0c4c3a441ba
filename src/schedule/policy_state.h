// What a policy remembers of one source: flat bytes that only the policy understands.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "schedule/state_kind.h"

namespace curlew::schedule {

// All zero for a source that no policy has seen. A policy puts its own flat struct in
// it and takes it out again; the first byte is a StateKind: a state that another
// policy left counts as fresh.
class PolicyState {
 public:
  static constexpr std::size_t kSize = 160;

  bool is_fresh() const { return bytes_[0] == std::byte{0}; }
  bool is(StateKind kind) const { return bytes_[0] == std::byte(kind); }

  template <typename Flat>
  Flat as() const {
    return read_state<Flat>(bytes_);
  }
  template <typename Flat>
  void set(const Flat& flat) {
    static_assert(std::is_trivially_copyable_v<Flat> && sizeof(Flat) <= kSize);
    bytes_.fill(std::byte{0});
    std::memcpy(bytes_.data(), &flat, sizeof flat);
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  // The rest is zero.
  static PolicyState from(std::span<const std::byte> bytes);

  // For the store: without the zeros at the end. More bytes than fit are of another
  // release and count as fresh.
  std::string to_bytes() const;
  static PolicyState from_bytes(std::string_view bytes);

  bool operator==(const PolicyState&) const = default;

  // A policy's struct out of bytes that a StateTable shows.
  template <typename Flat>
  static Flat read_state(std::span<const std::byte> bytes) {
    static_assert(std::is_trivially_copyable_v<Flat> && sizeof(Flat) <= kSize);
    Flat flat;
    std::memcpy(&flat, bytes.data(), sizeof flat);
    return flat;
  }

 private:
  std::array<std::byte, kSize> bytes_{};
};

}  // namespace curlew::schedule
