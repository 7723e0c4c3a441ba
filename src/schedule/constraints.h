// What bends a policy's wish: failures, the publisher's requests, the user's own
// interval, and the politeness gap. One function, so that status can say why a source
// is due when it is.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/random.h"
#include "base/time.h"
#include "model/due_reason.h"
#include "model/outcome.h"
#include "model/own_wishes.h"
#include "model/publisher_wishes.h"

namespace curlew::schedule {

struct BackOff {
  Milliseconds first{10 * 60'000};
  Milliseconds longest{24 * 3'600'000};
  // Each wait is multiplied by 1 ± this, so that hosts that failed together are not
  // asked together.
  double jitter = 0.25;
};

// How long to wait after `failures` failed visits in a row; failures >= 1. Doubles each
// time. An answer that will not change soon (robots.txt forbids it, our guard refuses
// it) waits the longest time at once.
Milliseconds back_off(const BackOff& options, std::uint32_t failures,
                      model::FetchOutcome outcome, Random& random);

using model::OwnWishes;

struct Wishes {
  Time visited;
  // Absent after a failure.
  std::optional<Time> policy;
  // Only after a failure.
  std::optional<Milliseconds> back_off;
  OwnWishes own;
  // The publisher's.
  std::optional<Time> not_before;
  // The publisher's.
  model::QuietTimes quiet;
};

using model::DueReason;

struct Due {
  Time at;
  DueReason reason = DueReason::kPolicy;
};

struct ConstraintOptions {
  Milliseconds minimum_gap{10 * 60'000};
  // Wishes further away than this are not believed: a mistyped Expires in the year 2100
  // would hide a source for ever.
  Milliseconds farthest = std::chrono::hours(7 * 24);
  // What is best for the mean may let the slowest wait too long.
  std::optional<Milliseconds> longest_gap;
};

// The first time from `time` on at which a visit, even one that starts a few minutes
// late, does not fall into quiet times. Times that are always quiet say nothing.
Time out_of_quiet(Time time, const model::QuietTimes& quiet);

Due combine(const ConstraintOptions& options, const Wishes& wishes);

// No visit is made before this time, not even when the publisher says that something
// changed: the politeness gap, and until when the publisher asked to be left alone.
Time earliest_visit(const ConstraintOptions& options, const Wishes& wishes);

}  // namespace curlew::schedule
