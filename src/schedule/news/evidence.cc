#include "schedule/news/evidence.h"

#include <algorithm>

namespace curlew::schedule::news {
namespace {

constexpr std::uint8_t kTrustBelow = 128;
// A visit cannot bring more than this; a source of a million items a visit is noise.
constexpr std::uint32_t kMostItems = 10'000;
// A list of nothing but new items has lost some; so many times more there were.
constexpr double kOverflow = 1.5;
// "Now" as an item's time: likelier the moment of the request than of publication.
constexpr UnixSeconds kSuspiciouslyNew = 30;
constexpr UnixSeconds kLongEnoughToTell = 3600;
// On a first list an item of 1970 would tell of half a century of silence.
constexpr UnixSeconds kOldestBelieved = 400 * 86'400;

// An eighth of the way to "always" or "never" for each item.
void update_distrust(std::uint8_t& distrust, bool possible) {
  if (possible) {
    distrust = std::uint8_t(distrust - (distrust + 7) / 8);
  } else {
    distrust = std::uint8_t(distrust + (255 - distrust + 7) / 8);
  }
}

// When nothing is known of the time before, the list itself tells: from its oldest item
// on, everything is on it.
UnixSeconds oldest_of(std::span<const Time> times, UnixSeconds to) {
  UnixSeconds oldest = to;
  for (const Time time : times) {
    const UnixSeconds at = to_unix_seconds(time);
    if (at < oldest && to - at < kOldestBelieved) oldest = at;
  }
  return oldest;
}

bool is_possible(UnixSeconds time, const Evidence& evidence) {
  if (time <= evidence.from || time > evidence.to) return false;
  return evidence.to - time > kSuspiciouslyNew ||
         evidence.to - evidence.from < kLongEnoughToTell;
}

}  // namespace

UnixSeconds to_unix_seconds(Time time) {
  const std::int64_t seconds = to_unix_ms(time) / 1000;
  return UnixSeconds(std::clamp<std::int64_t>(seconds, 0, UINT32_MAX));
}

Evidence weigh(NewsState& state, const Observation& seen) {
  Evidence evidence;
  evidence.to = to_unix_seconds(seen.at);
  const bool first = state.last == 0;
  const bool overflowed = seen.items_shown > 0 && seen.new_items >= seen.items_shown;
  evidence.from = first ? oldest_of(seen.item_times, evidence.to)
                        : std::min(state.last, evidence.to);
  if (!first && !seen.item_times.empty()) {
    for (const Time time : seen.item_times) {
      update_distrust(state.distrust, is_possible(to_unix_seconds(time), evidence));
    }
  }
  evidence.times_believed = state.distrust < kTrustBelow;
  if (overflowed && !first && evidence.times_believed && !seen.item_times.empty()) {
    // The list was too short for all that is new: of the time before its oldest item
    // nothing is known.
    const UnixSeconds oldest = oldest_of(seen.item_times, evidence.to);
    evidence.from = std::max(evidence.from, oldest);
  }
  const std::uint32_t items = std::min(seen.new_items, kMostItems);
  const auto believed = std::count_if(
      seen.item_times.begin(), seen.item_times.end(),
      [&](Time time) { return evidence.believes(to_unix_seconds(time)); });
  evidence.items = first ? 0 : items * (overflowed ? kOverflow : 1);
  evidence.undated = first ? 0 : std::max(0.0, double(items) - double(believed));
  evidence.only_bit =
      seen.items_shown == 0 && seen.item_times.empty() && seen.new_items == 1;
  return evidence;
}

}  // namespace curlew::schedule::news
