// What a visit is for.

#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace curlew::model {

enum class Objective {
  // News: articles should not wait.
  kDelay,
  // Archives: as many versions as possible should be caught.
  kCapture,
  // Mirrors: the copy should be right for as long as possible.
  kFreshness,
};

// What visits are for, and the policy that plans them.
struct Aim {
  Aim(Objective objective = Objective::kDelay, std::string policy = {})
      : objective(objective), policy(std::move(policy)) {}

  Objective objective;
  // Empty: as configured.
  std::string policy;

  auto operator<=>(const Aim&) const = default;
};

std::string_view to_string(Objective objective);
Result<Objective> parse_objective(std::string_view name);

}  // namespace curlew::model
