// Durations and sizes as people write them in a configuration or after a flag: "2s",
// "1h30m", "32MiB".

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/time.h"

namespace curlew {

inline constexpr Milliseconds kLongestDuration = std::chrono::days(36'500);

// One or more numbers, each with its unit (ms, s, m, h, d), the larger unit first; "0"
// needs none. nullopt for anything else, and beyond kLongestDuration.
std::optional<Milliseconds> parse_duration(std::string_view text);
std::string duration_to_text(Milliseconds duration);

// A number with its unit: B, KiB, MiB, GiB. nullopt for anything else, and from 2^63
// on.
std::optional<Bytes> parse_size(std::string_view text);
std::string size_to_text(Bytes size);

}  // namespace curlew
