// What visits to some neighbours tell of a document that was not visited meanwhile.

#pragma once

#include <span>

#include "schedule/documents/document_state.h"
#include "schedule/policy.h"

namespace curlew::schedule::documents {

// What the last visit to each neighbour found. A visit whose span overlaps only partly
// with the span that is asked about counts for that part.
struct NeighbourVisits {
  // Visits that found a change.
  double changed = 0;
  // Visits that found none, by the share of our span they cover.
  double unchanged = 0;
  // How many changes their own pasts had promised.
  double expected = 0;
};

// Counts the visits since `from`, the last visit to the document itself, until `to`.
// Only the last visit to each neighbour is known.
NeighbourVisits count_visits(std::span<const Slot> neighbours, const StateTable& table,
                             Minute from, Minute to);

}  // namespace curlew::schedule::documents
