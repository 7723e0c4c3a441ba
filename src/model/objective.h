// What a visit is for.

#pragma once

#include <string_view>

#include "base/result.h"

namespace curlew::model {

enum class Objective {
  kDelay,      // News: articles should not wait.
  kCapture,    // Archives: as many versions as possible should be caught.
  kFreshness,  // Mirrors: the copy should be right for as long as possible.
};

std::string_view to_string(Objective objective);
Result<Objective> parse_objective(std::string_view name);

}  // namespace curlew::model
