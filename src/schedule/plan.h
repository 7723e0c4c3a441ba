// What the planner knows of one source.

#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "schedule/constraints.h"
#include "schedule/policy_state.h"

namespace curlew::schedule {

// The planner keeps times to the second: `due` and `earliest` may come back later by
// less than one, `last_success` earlier.
struct Plan {
  Time due;
  // No visit before it, whatever is heard of the source meanwhile: the politeness gap
  // and the publisher's wish.
  Time earliest;
  std::optional<Time> last_success;
  OwnWishes own;
  // In a row.
  std::uint32_t failures = 0;
  // 1 + c * subscribers.
  float weight = 1;
  PolicyState policy;
};

}  // namespace curlew::schedule
