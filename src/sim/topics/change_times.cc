#include "sim/topics/change_times.h"

#include <algorithm>
#include <cmath>

namespace curlew::sim {
namespace {

constexpr double kDay = 86'400;
constexpr std::uint32_t kShortestGap = 3600;

// Ascending and not too close together.
void tidy_times(ChangeTimes& times) {
  std::ranges::sort(times);
  std::uint32_t last = 0;
  bool is_first = true;
  std::erase_if(times, [&](std::uint32_t time) {
    if (!is_first && time < last + kShortestGap) return true;
    is_first = false;
    last = time;
    return false;
  });
}

double exponential(double mean, Random& random) {
  return -mean * std::log(1 - random.uniform());
}

ChangeTimes steady_times(double gap, double length, Random& random) {
  ChangeTimes times;
  for (double at = exponential(gap, random); at < length;
       at += exponential(gap, random))
    times.push_back(std::uint32_t(at));
  return times;
}

// Every change begins a spell of four in the mean, a tenth of the gap apart.
ChangeTimes spells(double gap, double length, Random& random) {
  ChangeTimes times;
  double at = exponential(gap, random);
  while (at < length) {
    times.push_back(std::uint32_t(at));
    const bool goes_on = random.uniform() < .75;
    at += exponential(goes_on ? gap / 10 : gap * 3.7, random);
  }
  return times;
}

}  // namespace

std::vector<ChangeTimes> traced_changes(const Trace& trace, std::size_t pages,
                                        Seconds length, Random& random) {
  std::vector<ChangeTimes> changes(pages);
  const double whole = std::chrono::duration<double>(trace.end - trace.begin).count();
  if (trace.sources.empty() || whole <= 0) return changes;
  const double shift = random.uniform(0, whole);
  std::size_t source = random.below(trace.sources.size());
  for (ChangeTimes& times : changes) {
    for (const Time event : trace.sources[source].events) {
      double at = std::chrono::duration<double>(event - trace.begin).count() - shift;
      // The trace goes round.
      if (at < 0) at += whole;
      if (at < length.count()) times.push_back(std::uint32_t(at));
    }
    tidy_times(times);
    source = (source + 1) % trace.sources.size();
  }
  return changes;
}

std::vector<ChangeTimes> mixed_changes(std::size_t pages, Seconds length,
                                       Random& random) {
  std::vector<ChangeTimes> changes(pages);
  for (ChangeTimes& times : changes) {
    // Between two days and four years, most in the middle.
    const double place = (random.uniform() + random.uniform()) / 2;
    const double gap = 2 * kDay * std::pow(730, place);
    times = random.uniform() < .5 ? steady_times(gap, length.count(), random)
                                  : spells(gap, length.count(), random);
    tidy_times(times);
  }
  return changes;
}

}  // namespace curlew::sim
