#include "schedule/documents/neighbour_visits.h"

#include <algorithm>

namespace curlew::schedule::documents {

NeighbourVisits count_visits(std::span<const Slot> neighbours, const StateTable& table,
                             Minute from, Minute to) {
  NeighbourVisits heard;
  const double span = std::max(1e-3, days_between(from, to));
  for (const Slot slot : neighbours) {
    const auto past = PolicyState::read_state<DocumentPast>(table.state(slot));
    if (past.kind != StateKind::kDocument || past.previous == 0) continue;
    const double whole = days_between(past.previous, past.last);
    if (past.last <= from || whole <= 0) continue;
    const double overlap = days_between(std::max(past.previous, from), past.last);
    const double part = overlap / whole;
    if (past.found_change()) {
      heard.changed += part;
    } else {
      heard.unchanged += overlap / span;
    }
    heard.expected += past.expected * part;
  }
  return heard;
}

}  // namespace curlew::schedule::documents
