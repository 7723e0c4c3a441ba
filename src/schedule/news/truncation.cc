#include "schedule/news/truncation.h"

#include <algorithm>

namespace curlew::schedule::news {

std::uint8_t learned_burst(std::uint8_t before, double items, double expected) {
  constexpr double kMemory = 100;  // Items.
  if (items <= 0) return before;
  const double factor = 4 * items / std::max(expected, 1.0);
  const double share = items / (items + kMemory);
  const double after = before + share * (factor - before);
  return std::uint8_t(std::clamp(std::round(after), 4.0, 255.0));
}

ListRoom make_list_room(std::uint16_t length, std::uint8_t burst) {
  return {length * 4.0 / std::max<std::uint8_t>(burst, 4)};
}

std::uint16_t learned_length(std::uint16_t before, std::uint32_t shown) {
  if (shown == 0) return before;  // Not stated this time.
  constexpr std::uint32_t kMost = 10'000;
  const auto now = std::uint16_t(std::min(shown, kMost));
  return now >= before ? now : std::uint16_t(before - (before - now) / 16);
}

}  // namespace curlew::schedule::news
