#include "schedule/news/outlook.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule::news {
namespace {

constexpr double kShortestCycle = 1.0 / 24;  // Days.
constexpr double kLongestCycle = 30;
constexpr double kStepsPerCycle = 12;
constexpr double kShortestStep = 20.0 * 60;  // Seconds.
constexpr double kLongestStep = 6.0 * 3600;

}  // namespace

Outlook make_outlook(const Rhythm& rhythm, const Rates& rates, UnixSeconds now,
                     double price) {
  // The gap that were best if the recent rate held all the time.
  const double cycle =
      std::clamp(std::sqrt(2 * price / rates.recent), kShortestCycle, kLongestCycle);
  const auto seconds = UnixSeconds(
      std::clamp(cycle * kSecondsPerDay / kStepsPerCycle, kShortestStep, kLongestStep));
  Outlook outlook;
  outlook.step = seconds / kSecondsPerDay;
  outlook.steps =
      std::min(kMostSteps, std::size_t(std::ceil((3 * cycle + 1) / outlook.step)));
  const double fades = std::exp2(-outlook.step / kShortHalfLife);
  double excess = (rates.recent - rates.steady) * std::sqrt(fades);
  double items = 0;
  double times = 0;
  outlook.items[0] = outlook.times[0] = 0;
  for (std::size_t j = 0; j < outlook.steps; ++j) {
    const UnixSeconds middle = now + seconds * UnixSeconds(j) + seconds / 2;
    const double more =
        rhythm.at(hour_of_week(middle)) * (rates.steady + excess) * outlook.step;
    items += more;
    times += more * (double(j) + .5) * outlook.step;
    outlook.items[j + 1] = items;
    outlook.times[j + 1] = times;
    excess *= fades;
  }
  const double days = double(outlook.steps) * outlook.step;
  outlook.tail_cost = std::sqrt(2 * items / days * price);
  outlook.tail_from =
      outlook.steps - std::min(outlook.steps, std::size_t(cycle / outlook.step)) + 1;
  return outlook;
}

}  // namespace curlew::schedule::news
