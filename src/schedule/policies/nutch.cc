#include <algorithm>

#include "schedule/policies/interval_policy.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

constexpr Days kShortest = std::chrono::minutes(10);
constexpr Days kLongest{7};
constexpr double kIncrease = 0.4;
constexpr double kDecrease = 0.2;

struct NutchState {
  StateKind kind = StateKind::kNutch;
  std::uint8_t unused[7] = {};
  Days interval{1};
};

// What Apache Nutch's adaptive fetch schedule does by default:
//   changed:    I = I·(1 - .2)
//   unchanged:  I = I·(1 + .4)
// from a day, between ten minutes and a week.
class NutchPolicy final : public IntervalPolicy<NutchState> {
 public:
  std::string_view name() const override { return "nutch"; }

 private:
  Days adapt(NutchState& source, ChangeState seen) const override {
    const double factor = seen == ChangeState::kChanged ? 1 - kDecrease : 1 + kIncrease;
    return std::clamp(source.interval * factor, kShortest, kLongest);
  }
};

}  // namespace

std::unique_ptr<Policy> make_nutch_policy() { return std::make_unique<NutchPolicy>(); }

}  // namespace curlew::schedule
