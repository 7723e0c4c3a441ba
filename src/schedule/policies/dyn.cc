#include "schedule/policies/policies.h"
#include "schedule/policies/snapshots.h"

namespace curlew::schedule {
namespace {

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

std::unique_ptr<Policy> make_dyn_policy() { return std::make_unique<DynPolicy>(); }

}  // namespace curlew::schedule
