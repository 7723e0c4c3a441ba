// Policies by their names.

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "model/objective.h"
#include "schedule/policy.h"
#include "schedule/truth.h"

namespace curlew::schedule {

struct PolicyOptions {
  model::Objective objective = model::Objective::kDelay;
  Milliseconds tick{600'000};
  // advaRSS: how long sources are visited by `toe` before `posting-rate` takes over.
  Milliseconds training{0};
};

// The policies that a running system can use. The error lists their names.
Result<std::unique_ptr<Policy>> make_policy(std::string_view name,
                                            const PolicyOptions& options);
std::span<const std::string_view> policy_names();

// `curlew`, our own policy: for each objective the one that serves it best.
std::unique_ptr<Policy> make_curlew_policy(const model::Aim& aim);

// The policies that need the truth: `gold`, `known` or `clairvoyant`. The truth is only
// read during the call.
Result<std::unique_ptr<Policy>> make_reference_policy(std::string_view name,
                                                      const PolicyOptions& options,
                                                      const Truth& truth);
std::span<const std::string_view> reference_policy_names();

}  // namespace curlew::schedule
