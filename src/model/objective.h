// What a visit is for.

#pragma once

#include <string_view>

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

std::string_view to_string(Objective objective);
Result<Objective> parse_objective(std::string_view name);

}  // namespace curlew::model
