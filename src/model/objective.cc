#include "model/objective.h"

#include <fmt/format.h>

namespace curlew::model {

std::string_view to_string(Objective objective) {
  switch (objective) {
    case Objective::kDelay:
      return "delay";
    case Objective::kCapture:
      return "capture";
    case Objective::kFreshness:
      return "freshness";
  }
  return "delay";
}

Result<Objective> parse_objective(std::string_view name) {
  for (const Objective objective :
       {Objective::kDelay, Objective::kCapture, Objective::kFreshness}) {
    if (name == to_string(objective)) return objective;
  }
  return Error{
      ErrorKind::kUsage,
      fmt::format("objective '{}' is not one of: delay capture freshness", name)};
}

}  // namespace curlew::model
