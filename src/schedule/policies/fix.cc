#include "schedule/policies/policies.h"
#include "schedule/policies/snapshots.h"

namespace curlew::schedule {
namespace {

// WOD §4.1: "fix uses the last two snapshots" with the same crawl frequency.
class FixPolicy final : public SnapshotsPolicy {
 public:
  std::string_view name() const override { return "fix"; }

 private:
  int needed(Days) const override { return 2; }
};

}  // namespace

std::unique_ptr<Policy> make_fix_policy() { return std::make_unique<FixPolicy>(); }

}  // namespace curlew::schedule
