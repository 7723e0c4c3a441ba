#include "base/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>

namespace curlew {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t size;
};

constexpr std::array<Unit, 5> kDurations{
    {{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};
constexpr std::int64_t kLongest = kLongestDuration.count();

constexpr std::array<Unit, 4> kSizes{
    {{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}};

// Takes a whole number off the front of `rest`.
std::optional<std::int64_t> take_number(std::string_view& rest) {
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

// Takes the letters of a unit off the front of `rest`.
std::string_view take_letters(std::string_view& rest) {
  const std::size_t length = std::min(rest.find_first_of("0123456789"), rest.size());
  const std::string_view letters = rest.substr(0, length);
  rest.remove_prefix(length);
  return letters;
}

}  // namespace

std::optional<Milliseconds> parse_duration(std::string_view text) {
  if (text == "0") return Milliseconds(0);
  std::int64_t total = 0;
  auto next_unit = kDurations.begin();
  std::string_view rest = text;
  do {
    const auto number = take_number(rest);
    const std::string_view letters = take_letters(rest);
    while (next_unit != kDurations.end() && next_unit->name != letters) ++next_unit;
    if (!number || next_unit == kDurations.end()) return std::nullopt;
    if (*number > kLongest / next_unit->size) return std::nullopt;
    total += *number * next_unit->size;
    ++next_unit;
  } while (!rest.empty());
  if (total > kLongest) return std::nullopt;
  return Milliseconds(total);
}

std::string duration_to_text(Milliseconds duration) {
  std::int64_t rest = duration.count();
  if (rest == 0) return "0s";
  std::string text;
  for (const Unit& unit : kDurations) {
    if (rest >= unit.size) text += fmt::format("{}{}", rest / unit.size, unit.name);
    rest %= unit.size;
  }
  return text;
}

std::optional<Bytes> parse_size(std::string_view text) {
  std::string_view rest = text;
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  for (const Unit& unit : kSizes) {
    if (rest != unit.name) continue;
    if (*number > INT64_MAX / unit.size) return std::nullopt;
    return static_cast<Bytes>(*number * unit.size);
  }
  return std::nullopt;
}

std::string size_to_text(Bytes size) {
  for (const Unit& unit : kSizes) {
    const auto bytes = static_cast<Bytes>(unit.size);
    if (size >= bytes && size % bytes == 0) {
      return fmt::format("{}{}", size / bytes, unit.name);
    }
  }
  return fmt::format("{}B", size);
}

}  // namespace curlew
