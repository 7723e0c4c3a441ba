#include "parse/date/zone.h"

#include <unicode/timezone.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "base/ascii.h"
#include "parse/date/digits.h"

namespace curlew::parse {
namespace {

// Up to four letters, in lower case, as one number: names are compared in one step.
constexpr std::uint32_t key_of(std::string_view name) {
  std::uint32_t key = 0;
  for (const char c : name)
    key = key << 8 | static_cast<unsigned char>(to_ascii_lower(c));
  return key;
}

struct Zone {
  constexpr Zone(std::string_view name, int whole_hours, int and_minutes = 0)
      : key(key_of(name)), offset(std::int16_t(whole_hours * 60 + and_minutes)) {}
  std::uint32_t key;
  std::int16_t offset;
};

// Military letters other than Z stay unknown, hence UTC: RFC 822 printed their signs
// the wrong way round, and RFC 2822 §4.3 says to read them as -0000.
constexpr auto kZones = std::to_array<Zone>({
    {"acdt", 10, 30}, {"acst", 9, 30},  {"adt", -3},    {"aedt", 11},     {"aest", 10},
    {"akdt", -8},     {"akst", -9},     {"art", -3},    {"ast", -4},      {"at", -4},
    {"awst", 8},      {"brst", -2},     {"brt", -3},    {"bst", 1},       {"cat", 2},
    {"cdt", -5},      {"cest", 2},      {"cet", 1},     {"clst", -3},     {"clt", -4},
    {"cst", -6},      {"ct", -6},       {"eat", 3},     {"edt", -4},      {"eest", 3},
    {"eet", 2},       {"est", -5},      {"et", -5},     {"gmt", 0},       {"gst", 4},
    {"hkt", 8},       {"hst", -10},     {"ict", 7},     {"ist", 5, 30},   {"jst", 9},
    {"kst", 9},       {"mdt", -6},      {"mest", 2},    {"mesz", 2},      {"met", 1},
    {"mez", 1},       {"msd", 4},       {"msk", 3},     {"mst", -7},      {"mt", -7},
    {"myt", 8},       {"ndt", -2, -30}, {"npt", 5, 45}, {"nst", -3, -30}, {"nzdt", 13},
    {"nzst", 12},     {"pdt", -7},      {"pht", 8},     {"pkt", 5},       {"pst", -8},
    {"pt", -8},       {"sast", 2},      {"sgt", 8},     {"trt", 3},       {"ut", 0},
    {"utc", 0},       {"wat", 1},       {"west", 1},    {"wet", 0},       {"wib", 7},
    {"z", 0},
});

constexpr auto kSortedZones = [] {
  auto zones = kZones;
  std::ranges::sort(zones, {}, &Zone::key);
  return zones;
}();

}  // namespace

std::optional<int> zone_offset_minutes(std::string_view name) {
  if (name.size() > 4) return std::nullopt;
  const std::uint32_t key = key_of(name);
  const auto zone = std::ranges::lower_bound(kSortedZones, key, {}, &Zone::key);
  if (zone == kSortedZones.end() || zone->key != key) return std::nullopt;
  return zone->offset;
}

int region_offset_minutes(std::string_view region, Time local) {
  const icu::UnicodeString id(region.data(), std::int32_t(region.size()), US_INV);
  const std::unique_ptr<icu::TimeZone> zone(icu::TimeZone::createTimeZone(id));
  std::int32_t raw = 0;
  std::int32_t daylight = 0;
  UErrorCode error = U_ZERO_ERROR;
  zone->getOffset(double(to_unix_ms(local)), true, raw, daylight, error);
  return U_SUCCESS(error) ? (raw + daylight) / 60'000 : 0;
}

std::optional<int> take_offset_minutes(std::string_view& text) {
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const Digits first = take_digits(text);
  if (first.count < 1 || first.count > 4) return std::nullopt;
  int hours = first.count > 2 ? first.value / 100 : first.value;
  int minutes = first.count > 2 ? first.value % 100 : 0;
  if (first.count <= 2 && text.starts_with(':')) {
    text.remove_prefix(1);
    const Digits second = take_digits(text);
    if (second.count != 2) return std::nullopt;
    minutes = second.value;
  }
  if (hours >= 24 || minutes >= 60) return std::nullopt;
  return sign * (hours * 60 + minutes);
}

}  // namespace curlew::parse
