// Tells a policy what its downloads showed, one letter each, and writes down
// the intervals that it answers with.

#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "schedule/policies/interval_policy.h"

namespace curlew::schedule {

class IntervalStory {
 public:
  explicit IntervalStory(std::unique_ptr<Policy> policy) : policy_(std::move(policy)) {
    due_ = policy_->first_visit(state_, from_unix_seconds(1'700'000'000), random_);
    first_interval = download('c');
  }

  // 'c': changed, 'n': not. In days, to the thousandth.
  std::vector<double> tell(std::string_view downloads) {
    std::vector<double> intervals;
    for (const char download : downloads) intervals.push_back(this->download(download));
    return intervals;
  }

  double first_interval = 0;  // After the first copy.

 private:
  double download(char seen) {
    const Time at = due_;
    due_ = policy_->next_visit(
        state_, {.at = at, .previous = previous_, .new_items = seen == 'c' ? 1u : 0u},
        {});
    previous_ = at;
    return std::round(Days(due_ - at).count() * 1000) / 1000;
  }

  const std::unique_ptr<Policy> policy_;
  PolicyState state_;
  Random random_{1};
  Time due_;
  std::optional<Time> previous_;
};

}  // namespace curlew::schedule
