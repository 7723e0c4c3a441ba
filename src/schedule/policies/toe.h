// The two counters of the training phase of advaRSS (RSS-A §III.A).

#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/time.h"

namespace curlew::schedule {

// M: the wait between visits, T: how long nothing was new; both in ticks.
//   nothing new:  tmp = T + M;  M = M + 0.3*T;  T = tmp
//   new entries:  T = 1;        M = 0.2*M + 0.8*T
// then M is clamped to [1, 80] and ToE = ceil(M) ticks pass until the next visit.
// (Equations 2-4 of RSS-A; its pseudo-code misprints both updates.) A quiet source is
// asked ever more rarely, a source that published is asked again almost at once.
struct ToeCounters {
  // M
  float wait = 4;
  // T
  float quiet = 1;

  // ToE after a visit that brought so many new entries.
  int next_toe(std::uint32_t new_entries);

  // M, T, and the ToE that is left until `due`, by their names in the paper.
  std::vector<std::pair<std::string_view, double>> variables(Time now, Time due,
                                                             Milliseconds tick) const;
};

// "ToE is set with an integer random value between 0 and 3": sources that are added
// together are not all visited in the same tick.
inline constexpr std::uint64_t kFirstToeBelow = 4;
Time first_execution(Time now, Milliseconds tick, Random& random);

}  // namespace curlew::schedule
