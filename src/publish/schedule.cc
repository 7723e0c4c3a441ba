#include "publish/schedule.h"

#include <algorithm>
#include <chrono>

namespace curlew::publish {
namespace {

constexpr Milliseconds kFirstWait = std::chrono::seconds(30);
constexpr Milliseconds kLongestWait = std::chrono::hours(6);
constexpr Milliseconds kLongestAsked = std::chrono::hours(24);

Time next_full_hour(Time now, const TimeZone& zone) {
  using std::chrono::hours;
  const Time local = zone.to_local(now);
  // Not by way of to_utc(): of an hour that comes twice it would give the first again.
  return now + (std::chrono::floor<hours>(local) + hours(1) - local);
}

bool is_day_of(const model::Digest& digest, std::chrono::sys_days day) {
  const unsigned weekday = std::chrono::weekday(day).iso_encoding();
  return digest.kind == model::DigestKind::kDaily || weekday == digest.weekday;
}

}  // namespace

std::optional<Time> next_digest(Time now, const model::Digest& digest,
                                const TimeZone& zone) {
  using std::chrono::days;
  using std::chrono::floor;
  switch (digest.kind) {
    case model::DigestKind::kOff:
    case model::DigestKind::kCount:
      return std::nullopt;
    case model::DigestKind::kHourly:
      return next_full_hour(now, zone);
    case model::DigestKind::kDaily:
    case model::DigestKind::kWeekly:
      break;
  }
  const auto today = floor<days>(zone.to_local(now));
  // From yesterday: an hour that falls behind a clock change may be on the next day.
  for (auto day = today - days(1); day <= today + days(8); day += days(1)) {
    if (!is_day_of(digest, day)) continue;
    const Time due = zone.to_utc(day + std::chrono::hours(digest.hour));
    if (due > now) return due;
  }
  return std::nullopt;
}

Milliseconds retry_wait(std::uint32_t failures, std::optional<Milliseconds> asked) {
  const std::uint32_t doublings = std::min(failures, 30u) - (failures > 0 ? 1 : 0);
  const Milliseconds own =
      std::min<Milliseconds>(kFirstWait * (1LL << doublings), kLongestWait);
  return std::max(own, std::min(asked.value_or(own), kLongestAsked));
}

}  // namespace curlew::publish
