// state-1 and state-2 of WOD §4.1: how often did a change follow the last states?

#pragma once

#include "schedule/policies/document_interval.h"

namespace curlew::schedule {

// The paper's table 1 for one interval.
struct MarkovCounts {
  std::uint32_t interval = 0;  // Thousandths of a day; 0: not in use.
  // By the states before (two bits, the latest lowest), then by the state after them.
  std::uint8_t counts[4][2] = {};
};

struct MarkovState {
  StateKind kind = StateKind::kMarkov;
  std::uint8_t snapshots = 0;  // Counted as far as they matter.
  std::uint8_t changes = 0;    // One bit a snapshot, the latest lowest.
  std::uint8_t unused[5] = {};
  Days interval = kFirstInterval;
  // "We separately maintain the knowledge [...] for each crawl frequency." Those used
  // last, the latest first; on the development trace nearly no document needs more, and
  // no recall is lost.
  MarkovCounts tables[12] = {};
};
static_assert(sizeof(MarkovState) == 160);

class MarkovPolicy : public IntervalPolicy<MarkovState> {
 protected:
  explicit MarkovPolicy(int order) : order_(order) {}

 private:
  Days adapt(MarkovState& document, ChangeState seen) const final;

  const int order_;  // How many states before are looked at: 1 or 2.
};

}  // namespace curlew::schedule
