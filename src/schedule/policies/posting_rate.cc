#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"

namespace curlew::schedule {
namespace {

// RSS-A §III.B: the k sources with the most articles expected since the last retrieval,
//   articles(now) = ∫ last→now r[hour(t)]/3600 dt   (eq. 5)
// are visited in every execution.
class PostingRatePolicy final : public PostingHistoryPolicy<StateKind::kPostingRate> {
 public:
  std::string_view name() const override { return "posting-rate"; }

 private:
  double worth(const HourlyRates& rates, Time last, Time now) const override {
    return rates.articles(last, now);
  }
};

}  // namespace

std::unique_ptr<Policy> make_posting_rate_policy() {
  return std::make_unique<PostingRatePolicy>();
}

}  // namespace curlew::schedule
