#include "schedule/policies/toe.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace curlew::schedule {
namespace {

constexpr float kShortestWait = 1;
constexpr float kLongestWait = 80;

}  // namespace

int ToeCounters::next_toe(std::uint32_t new_entries) {
  if (new_entries > 0) {
    quiet = 1;
    wait = 0.2f * wait + 0.8f * quiet;
  } else {
    const float longer = quiet + wait;
    wait += 0.3f * quiet;
    quiet = longer;
  }
  wait = std::clamp(wait, kShortestWait, kLongestWait);
  return static_cast<int>(std::ceil(wait));
}

std::vector<std::pair<std::string_view, double>> ToeCounters::variables(
    Time now, Time due, Milliseconds tick) const {
  const double left = std::ceil(double((due - now).count()) / double(tick.count()));
  return {{"M", wait},
          {"T", quiet},
          {"ToE", std::clamp(left, 0.0, double(std::ceil(kLongestWait)))}};
}

Time first_execution(Time now, Milliseconds tick, Random& random) {
  return now + tick * static_cast<int>(random.below(kFirstToeBelow));
}

}  // namespace curlew::schedule
