// The two counters of the training phase of advaRSS (RSS-A §III.A, RSS-B Algorithm 1).

#pragma once

#include <cstdint>

namespace curlew::schedule {

// M: the wait between visits, T: how long nothing was new; both in ticks.
//   nothing new:  tmp = T + M;  M = M + 0.3*T;  T = tmp
//   new entries:  T = 1;        M = 0.2*M + 0.8*T
// then M is clamped to [1, 80] and ToE = ceil(M) ticks pass until the next visit.
// (Equations 2-4 of RSS-A; its pseudo-code misprints both updates.) A quiet source is
// asked ever more rarely, a source that published is asked again almost at once.
struct ToeCounters {
  float wait = 4;   // M
  float quiet = 1;  // T

  // ToE after a visit that brought so many new entries.
  int next_toe(std::uint32_t new_entries);
};

}  // namespace curlew::schedule
