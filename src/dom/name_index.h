// From a name to its number, for the short fixed lists of tag.cc and attribute_name.cc:
// every element and attribute of every page passes here, so it is one hash of three
// bytes and one comparison instead of a binary search.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace curlew::dom {

template <std::size_t kCount>
class NameIndex {
 public:
  // names[0] stands for "none of them".
  constexpr explicit NameIndex(const std::array<std::string_view, kCount>& names)
      : names_(names) {
    for (std::size_t i = 1; i < kCount; ++i) {
      std::size_t at = hash(names[i]);
      while (slots_[at] != 0) at = (at + 1) % kSlots;
      slots_[at] = std::uint8_t(i);
    }
  }

  // 0 when it is none of them.
  constexpr std::size_t find(std::string_view name) const {
    if (name.empty()) return 0;
    for (std::size_t at = hash(name); slots_[at] != 0; at = (at + 1) % kSlots)
      if (names_[slots_[at]] == name) return slots_[at];
    return 0;
  }

 private:
  // So full that most chains are one long.
  static constexpr std::size_t kSlots = 1024;
  static_assert(kCount < 256);

  static constexpr std::size_t hash(std::string_view name) {
    const auto byte = [&](std::size_t at) {
      return std::size_t(std::uint8_t(name[at]));
    };
    return (name.size() * 97 + byte(0) * 7 + byte(name.size() - 1) * 31 +
            byte(name.size() / 2) * 193) %
           kSlots;
  }

  std::array<std::string_view, kCount> names_;
  std::array<std::uint8_t, kSlots> slots_{};
};

template <std::size_t kCount>
constexpr NameIndex<kCount> make_name_index(
    const std::array<std::string_view, kCount>& names) {
  return NameIndex<kCount>(names);
}

}  // namespace curlew::dom
