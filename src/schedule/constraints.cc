#include "schedule/constraints.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule {
namespace {

bool is_lasting(model::FetchOutcome outcome) {
  return outcome == model::FetchOutcome::kRobotsDenied ||
         outcome == model::FetchOutcome::kRefused;
}

// A visit waits for its turn: it may start so much later than it was due.
constexpr auto kUsualWait = std::chrono::minutes(5);

bool is_quiet(Time time, const model::QuietTimes& quiet) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const auto hour = std::chrono::floor<std::chrono::hours>(time - day).count();
  const unsigned weekday = std::chrono::weekday(day).c_encoding();
  return (quiet.hours >> hour & 1u) || (quiet.weekdays >> weekday & 1u);
}

// Before anything forbids it.
Due wanted(const ConstraintOptions& options, const Wishes& wishes) {
  if (wishes.own.interval) {
    return {wishes.visited + *wishes.own.interval, DueReason::kOwnInterval};
  }
  if (!wishes.policy) return {wishes.visited, DueReason::kPolicy};
  const auto longest =
      wishes.own.longest_gap ? wishes.own.longest_gap : options.longest_gap;
  if (longest && *wishes.policy > wishes.visited + *longest) {
    return {wishes.visited + *longest, DueReason::kLongestGap};
  }
  return {*wishes.policy, DueReason::kPolicy};
}

std::optional<Time> believed(const ConstraintOptions& options, const Wishes& wishes) {
  if (!wishes.not_before) return std::nullopt;
  return std::min(*wishes.not_before, wishes.visited + options.farthest);
}

void raise(Due& due, Time at, DueReason reason) {
  if (at > due.at) due = {at, reason};
}

}  // namespace

Milliseconds back_off(const BackOff& options, std::uint32_t failures,
                      model::FetchOutcome outcome, Random& random) {
  const std::uint32_t doublings = std::min<std::uint32_t>(failures - 1, 30);
  const double doubled = double(options.first.count()) * std::exp2(doublings);
  const double longest = double(options.longest.count());
  const double wait = is_lasting(outcome) ? longest : std::min(doubled, longest);
  const double chance = random.uniform(1 - options.jitter, 1 + options.jitter);
  return Milliseconds(static_cast<std::int64_t>(wait * chance));
}

Time out_of_quiet(Time time, const model::QuietTimes& quiet) {
  if (quiet == model::QuietTimes{}) return time;
  Time moved = time;
  for (int hour = 0; hour <= 7 * 24; ++hour) {
    if (!is_quiet(moved, quiet) && !is_quiet(moved + kUsualWait, quiet)) return moved;
    moved = std::chrono::floor<std::chrono::hours>(moved) + std::chrono::hours(1);
  }
  return time;
}

Time earliest_visit(const ConstraintOptions& options, const Wishes& wishes) {
  const Time gap_end = wishes.visited + options.minimum_gap;
  return std::max(gap_end, believed(options, wishes).value_or(gap_end));
}

Due combine(const ConstraintOptions& options, const Wishes& wishes) {
  Due due = wanted(options, wishes);
  if (wishes.back_off) {
    raise(due, wishes.visited + *wishes.back_off, DueReason::kBackOff);
  }
  raise(due, wishes.visited + options.minimum_gap, DueReason::kMinimumGap);
  if (const auto asked = believed(options, wishes)) {
    raise(due, *asked, DueReason::kPublisher);
  }
  raise(due, out_of_quiet(due.at, wishes.quiet), DueReason::kPublisher);
  raise(due, out_of_quiet(due.at, wishes.own.quiet), DueReason::kOwnHours);
  return due;
}

}  // namespace curlew::schedule
