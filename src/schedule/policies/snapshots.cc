// fix and dyn of WOD §4.1: the last few snapshots at the current interval decide.

#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

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

// WOD §4.1: changed in all snapshots: shorter, by 1.5 when above a month, else by 2.
Days shorter(Days interval) {
  return interval > kOneMonth ? interval / 1.5 : interval / 2;
}

// In none: longer, by 1.5 when below a month, else by 2.
Days longer(Days interval) {
  return interval < kOneMonth ? interval * 1.5 : interval * 2;
}

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

// WOD §4.1: "fix uses the last two snapshots" with the same crawl frequency.
class FixPolicy final : public SnapshotsPolicy {
 public:
  std::string_view name() const override { return "fix"; }

 private:
  int needed(Days) const override { return 2; }
};

// WOD §4.1: one snapshot when the interval is above two months, 2 above one month, 3
// above a week, else 4. Where snapshots are dear, fewer must do.
class DynPolicy final : public SnapshotsPolicy {
 public:
  std::string_view name() const override { return "dyn"; }

 private:
  int needed(Days interval) const override {
    if (interval > kTwoMonths) return 1;
    if (interval > kOneMonth) return 2;
    if (interval > kOneWeek) return 3;
    return kMostSnapshots;
  }
};

}  // namespace

std::unique_ptr<Policy> make_fix_policy() { return std::make_unique<FixPolicy>(); }

std::unique_ptr<Policy> make_dyn_policy() { return std::make_unique<DynPolicy>(); }

}  // namespace curlew::schedule
