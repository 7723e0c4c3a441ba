#include "parse/named_references.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace curlew::parse {
namespace {

constexpr auto kReferences = std::to_array<NamedReference>({
#define X(name, text, semicolon) {name, text, Semicolon::semicolon},
#include "parse/named_references.inc"
#undef X
});
static_assert(std::ranges::is_sorted(kReferences, {}, &NamedReference::name));

// Where the names with each first letter begin: searching all 2,125 would take twice as
// long.
constexpr auto kBegins = [] {
  std::array<std::uint16_t, 129> begins{};
  std::size_t letter = 0;
  for (std::size_t i = 0; i < kReferences.size(); ++i)
    while (letter <= std::size_t(kReferences[i].name[0]))
      begins[letter++] = std::uint16_t(i);
  while (letter < begins.size()) begins[letter++] = std::uint16_t(kReferences.size());
  return begins;
}();

}  // namespace

const NamedReference* find_named_reference(std::string_view name) {
  if (name.empty() || static_cast<unsigned char>(name[0]) >= 128) return nullptr;
  const std::size_t letter = static_cast<unsigned char>(name[0]);
  const NamedReference* const begin = kReferences.data() + kBegins[letter];
  const NamedReference* const end = kReferences.data() + kBegins[letter + 1];
  const NamedReference* const found =
      std::ranges::lower_bound(begin, end, name, {}, &NamedReference::name);
  return found != end && found->name == name ? found : nullptr;
}

}  // namespace curlew::parse
