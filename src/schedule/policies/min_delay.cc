#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"

namespace curlew::schedule {
namespace {

// The "minimum-delay" policy that RSS-A §IV.B compares with: the posting pattern serves
// to minimise how long articles wait altogether,
//   rank = ∫ last→now (now-t)·r[hour(t)]/3600 dt, here in article-days.
class MinDelayPolicy final : public PostingHistoryPolicy<StateKind::kMinDelay> {
 public:
  std::string_view name() const override { return "min-delay"; }

 private:
  double worth(const HourlyRates& rates, Time last, Time now) const override {
    return rates.waiting(last, now);
  }
};

}  // namespace

std::unique_ptr<Policy> make_min_delay_policy() {
  return std::make_unique<MinDelayPolicy>();
}

}  // namespace curlew::schedule
