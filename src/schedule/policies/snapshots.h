// fix and dyn of WOD §4.1: the last few snapshots at the current interval decide.

#pragma once

#include "schedule/policies/document_interval.h"

namespace curlew::schedule {

struct SnapshotsState {
  StateKind kind = StateKind::kSnapshots;
  // Since the interval last moved, at most so many as any strategy asks for.
  std::uint8_t snapshots = 0;
  std::uint8_t changes = 0;  // One bit a snapshot, the latest lowest.
  std::uint8_t unused[5] = {};
  Days interval = kFirstInterval;
};

class SnapshotsPolicy : public IntervalPolicy<SnapshotsState> {
 protected:
  static constexpr int kMostSnapshots = 4;
  // How many snapshots decide at this interval; at most kMostSnapshots.
  virtual int needed(Days interval) const = 0;

 private:
  Days adapt(SnapshotsState& document, ChangeState seen) const final;
};

}  // namespace curlew::schedule
