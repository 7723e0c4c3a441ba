// What the policy for news remembers of one source: 104 bytes.
//
// Two things are learned. *When* a source publishes: counts of its items by hour of the
// day and by day of the week (UTC), which forget half of what they know in 120 days.
// And *how much*: items and exposure at two time scales, of a month and of a day.
// Exposure is time weighted by the rhythm, so that a visit in the morning does not take
// the quiet night for a source that died.
//
// The counts are 16-bit integers in units that shrink as time passes: an item at time s
// adds kUnit * 2^((s - epoch) / 120 d). So nothing needs to be multiplied at a visit (a
// factor of .99996 would be lost in 16 bits), and moving `epoch` by one half-life is
// halving every count, exactly.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "schedule/state_kind.h"

namespace curlew::schedule::news {

// Whole seconds since 1970, up to the year 2106.
using UnixSeconds = std::uint32_t;

inline constexpr double kSecondsPerDay = 86'400;
// Days.
inline constexpr double kRhythmHalfLife = 120;
inline constexpr double kLongHalfLife = 30;
inline constexpr double kShortHalfLife = 1.2;
inline constexpr double kUnit = 32;

// Items and exposure (days of mean rhythm), both decayed to the last visit.
struct Level {
  float items = 0;
  float exposure = 0;
};

// Which kinds of sources (population.h) it seems to be of: the two likeliest, each with
// how likely it is in 1/255. Judged at a visit, since that takes longer than to rank a
// source, which happens to all of them in every tick.
struct KindGuess {
  std::uint8_t first = 0;
  std::uint8_t second = 0;
  std::uint8_t first_share = 0;
  std::uint8_t second_share = 0;
};

struct NewsState {
  StateKind kind = StateKind::kNews;
  // How often the times that its items state cannot be true: 0 never, 255 always.
  std::uint8_t distrust = 0;
  // The length of its list; 0: unknown, or not a list.
  std::uint16_t shown = 0;
  // The last visit; 0: none yet.
  UnixSeconds last = 0;
  // When an item adds just kUnit.
  UnixSeconds epoch = 0;
  // What its host or the population lets expect, a day.
  float prior_rate = 1;
  // Waiting at the planned visit over the price.
  float urgency_scale = 1;
  Level long_term;
  Level short_term;
  std::array<std::uint16_t, 24> by_hour{};
  // From Monday.
  std::array<std::uint16_t, 7> by_day{};
  // An item is seen among so many times more than were expected, in quarters.
  std::uint8_t burst = 4;
  KindGuess guess;
};
static_assert(sizeof(NewsState) <= 104);

}  // namespace curlew::schedule::news
