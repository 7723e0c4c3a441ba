#include "schedule/constraints.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule {
namespace {

bool is_lasting(model::FetchOutcome outcome) {
  return outcome == model::FetchOutcome::kRobotsDenied ||
         outcome == model::FetchOutcome::kRefused;
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

std::string_view to_string(DueReason reason) {
  switch (reason) {
    case DueReason::kPolicy:
      return "policy";
    case DueReason::kOwnInterval:
      return "own interval";
    case DueReason::kPublisher:
      return "publisher asked";
    case DueReason::kBackOff:
      return "backing off";
    case DueReason::kMinimumGap:
      return "minimum gap";
  }
  return "policy";
}

Due combine(const ConstraintOptions& options, const Wishes& wishes) {
  Due due{wishes.visited, DueReason::kPolicy};
  if (wishes.own_interval) {
    due = {wishes.visited + *wishes.own_interval, DueReason::kOwnInterval};
  } else if (wishes.policy) {
    due = {*wishes.policy, DueReason::kPolicy};
  }
  if (wishes.back_off) {
    raise(due, wishes.visited + *wishes.back_off, DueReason::kBackOff);
  }
  raise(due, wishes.visited + options.minimum_gap, DueReason::kMinimumGap);
  if (wishes.not_before) {
    const Time believed =
        std::min(*wishes.not_before, wishes.visited + options.farthest);
    raise(due, believed, DueReason::kPublisher);
  }
  return due;
}

}  // namespace curlew::schedule
