// Documents by how often they change: the classes of WOD table 2, and the faster and
// slower ones around them.

#pragma once

#include <string_view>
#include <vector>

#include "base/time.h"
#include "sim/replay/tally.h"

namespace curlew::sim {

struct ChangeClass {
  // "2-7 d": the mean time between two changes.
  std::string_view name;
  std::size_t documents = 0;
  // The counts of all these documents together.
  SourceCounts counts;
};

// From fast to slow, those without documents too. One that never changed in the scored
// time is in none.
std::vector<ChangeClass> by_change_class(const Scorecard& card,
                                         Milliseconds scored_time);

}  // namespace curlew::sim
