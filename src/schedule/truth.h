// What really happened, for the policies that only show how good one could be: `gold`
// and `known` know every source's rates, `clairvoyant` every single event. The
// simulator has it; a running system never does.

#pragma once

#include <span>
#include <vector>

#include "base/time.h"
#include "model/ids.h"

namespace curlew::schedule {

struct SourceTruth {
  model::SourceId id;
  // Publications or changes, in order. Borrowed.
  std::span<const Time> events;
};

struct Truth {
  std::vector<SourceTruth> sources;
  // The scored time: rates are those in it, and `clairvoyant` plans its visits in it.
  Time begin;
  Time end;
  // How many visits all sources together may get in it (clairvoyant).
  double visits = 0;
  // gold: visits come every so many mean intervals between changes.
  double gold_factor = 1;
};

// Within the scored time.
double changes_per_day(const Truth& truth, const SourceTruth& source);

}  // namespace curlew::schedule
