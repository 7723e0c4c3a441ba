// What really happened, for the policies that only show how good one could be: `gold`
// and `known` know every source's rates, `clairvoyant` every single event. The
// simulator has it; a running system never does.

#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "schedule/make_policy.h"

namespace curlew::schedule {

struct SourceTruth {
  model::SourceId id;
  std::span<const Time> events;  // Publications or changes, in order. Borrowed.
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

double changes_per_day(const Truth& truth, const SourceTruth& source);

// `gold`, `known` or `clairvoyant`. The truth is only read during the call.
Result<std::unique_ptr<Policy>> make_reference_policy(std::string_view name,
                                                      const PolicyOptions& options,
                                                      const Truth& truth);
std::span<const std::string_view> reference_policy_names();

}  // namespace curlew::schedule
