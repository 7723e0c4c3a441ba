// Policies by their names.

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "model/objective.h"
#include "schedule/policy.h"

namespace curlew::schedule {

struct PolicyOptions {
  model::Objective objective = model::Objective::kDelay;
  Milliseconds tick{600'000};
  // advaRSS: how long sources are visited by `toe` before `posting-rate` takes over.
  Milliseconds training{0};
};

// Those that a running system can use; `known` and `clairvoyant` need the truth and are
// made by themselves. The error lists the names there are.
Result<std::unique_ptr<Policy>> make_policy(std::string_view name,
                                            const PolicyOptions& options);
std::span<const std::string_view> policy_names();

}  // namespace curlew::schedule
