#include "schedule/policies/snapshots.h"

namespace curlew::schedule {
namespace {

// WOD §4.1: changed in all snapshots: shorter, by 1.5 when above a month, else by 2.
Days shorter(Days interval) {
  return interval > kOneMonth ? interval / 1.5 : interval / 2;
}

// In none: longer, by 1.5 when below a month, else by 2.
Days longer(Days interval) {
  return interval < kOneMonth ? interval * 1.5 : interval * 2;
}

}  // namespace

// Mixed snapshots, or too few of them at this interval, leave it as it is.
Days SnapshotsPolicy::adapt(SnapshotsState& document, ChangeState seen) const {
  const int needed = this->needed(document.interval);
  document.changes =
      static_cast<std::uint8_t>(document.changes << 1 | static_cast<int>(seen));
  document.snapshots =
      static_cast<std::uint8_t>(std::min(document.snapshots + 1, kMostSnapshots));
  if (document.snapshots < needed) return document.interval;

  const int all = (1 << needed) - 1;
  const int changed = document.changes & all;
  Days interval = document.interval;
  if (changed == all) interval = within_limits(shorter(interval));
  if (changed == 0) interval = within_limits(longer(interval));
  if (interval != document.interval) document.snapshots = 0;
  return interval;
}

}  // namespace curlew::schedule
