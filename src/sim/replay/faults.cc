#include "sim/replay/faults.h"

#include <algorithm>
#include <cmath>

namespace curlew::sim {
namespace {

constexpr Milliseconds kMeanSpell = std::chrono::hours(6);
constexpr Milliseconds kClockWrong = std::chrono::days(2);
constexpr Milliseconds kSlow = std::chrono::hours(26);
constexpr Milliseconds kFast = std::chrono::hours(30);

}  // namespace

Faults::Faults(const FaultOptions& options, const Window& window, std::size_t sources,
               std::uint64_t seed)
    : options_(options), window_(window), random_(seed) {
  if (options_.wrong_times > 0 || options_.timeouts > 0) part_sources(sources);
}

void Faults::part_sources(std::size_t count) {
  sources_.resize(count);
  for (Source& source : sources_) {
    if (random_.uniform() < options_.wrong_times) {
      source.stated = static_cast<Stated>(1 + random_.below(3));
      source.zone = std::chrono::hours(static_cast<int>(random_.below(24)) - 11);
    }
    source.is_away = random_.uniform() < options_.timeouts;
    source.until = window_.start + spell(source.is_away);
  }
}

// Exponential, so that the share of the time away is options_.timeouts.
Milliseconds Faults::spell(bool is_away) {
  const double length = -std::log(1 - random_.uniform()) * double(kMeanSpell.count());
  const double times_longer =
      is_away ? 1 : (1 - options_.timeouts) / std::max(options_.timeouts, 1e-6);
  return Milliseconds(1 + static_cast<std::int64_t>(length * times_longer));
}

bool Faults::is_away(Source& source, Time now) {
  while (source.until <= now) {
    source.is_away = !source.is_away;
    source.until += spell(source.is_away);
  }
  return source.is_away;
}

Time Faults::wall_clock(Time now) const {
  if (options_.clock == ClockFaults::kNone) return now;
  const Milliseconds third = (window_.end - window_.start) / 3;
  const Milliseconds since = now - window_.start;
  if (since >= third && since < third + kClockWrong) return now - kSlow;
  if (since >= 2 * third && since < 2 * third + kClockWrong) return now + kFast;
  return now;
}

model::FetchOutcome Faults::outcome(std::size_t source, Time now) {
  if (options_.timeouts > 0 && is_away(sources_[source], now)) {
    return model::FetchOutcome::kTimedOut;
  }
  if (options_.failed_visits > 0 && random_.uniform() < options_.failed_visits) {
    return model::FetchOutcome::kHttpError;
  }
  return model::FetchOutcome::kFetched;
}

std::span<const Time> Faults::stated_times(std::size_t source,
                                           std::span<const Time> items) {
  if (sources_.empty() || sources_[source].stated == Stated::kTrue) return items;
  const Source& wrong = sources_[source];
  if (wrong.stated == Stated::kNone) return {};
  stated_.assign(items.begin(), items.end());
  for (Time& time : stated_) {
    time = wrong.stated == Stated::kDate ? std::chrono::floor<std::chrono::days>(time)
                                         : time + wrong.zone;
  }
  return stated_;
}

}  // namespace curlew::sim
