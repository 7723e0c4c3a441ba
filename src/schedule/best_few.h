// The best few of many, without holding the many.

#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "schedule/policy.h"

namespace curlew::schedule {

// Keeps at most twice as many as are wanted; O(1) an offer in the mean. Of equals the
// lower slot is better, so that the choice is the same everywhere.
class BestFew {
 public:
  explicit BestFew(std::size_t wanted) : wanted_(wanted) {}

  void offer(double value, Slot slot) {
    if (value < least_) return;
    offers_.emplace_back(-value, slot);
    if (offers_.size() / 2 > wanted_) cut();
  }

  // Best first.
  std::vector<Slot> take() {
    const std::size_t kept = std::min(wanted_, offers_.size());
    const auto end = offers_.begin() + std::ptrdiff_t(kept);
    if (end != offers_.end()) std::nth_element(offers_.begin(), end, offers_.end());
    std::sort(offers_.begin(), end);
    std::vector<Slot> best;
    best.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i) best.push_back(offers_[i].second);
    return best;
  }

 private:
  void cut() {
    const auto last = offers_.begin() + std::ptrdiff_t(wanted_);
    std::nth_element(offers_.begin(), last, offers_.end());
    least_ = -last->first;
    offers_.erase(last, offers_.end());
  }

  const std::size_t wanted_;
  double least_ = -std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, Slot>> offers_;
};

}  // namespace curlew::schedule
