#include "schedule/news/outlook.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule::news {
namespace {

constexpr double kShortestCycle = 1.0 / 24;  // Days.
constexpr double kLongestCycle = 30;
constexpr double kStepsPerCycle = 24;
constexpr double kShortestStep = 600;  // Seconds.
constexpr double kLongestStep = 6 * 3600;
constexpr std::size_t kFineSteps = 54;
constexpr double kCoarser = 4;
constexpr double kHorizonCycles = 4;
constexpr double kHorizonDays = 2;
constexpr double kHoursPerWeek = 168;

// Integrals of a rhythm from Monday 00:00 on, over any number of weeks. Hours.
class WeekSums {
 public:
  explicit WeekSums(const Rhythm& rhythm) {
    items_[0] = moments_[0] = 0;
    std::size_t h = 0;
    for (const float day : rhythm.day) {
      for (const float hour : rhythm.hour) {
        at_[h] = double(hour * day);
        items_[h + 1] = items_[h] + at_[h];
        moments_[h + 1] = moments_[h] + at_[h] * (double(h) + .5);
        ++h;
      }
    }
    at_[168] = at_[0];
  }

  struct Sums {
    double items;    // The integral of the intensity.
    double moments;  // The integral of time times the intensity.
  };
  Sums until(double time) const {
    const double weeks = double(std::int64_t(time * (1 / kHoursPerWeek)));
    const double in_week = std::max(0.0, time - weeks * kHoursPerWeek);
    const auto hour = std::size_t(in_week);
    const double part = in_week - double(hour);
    const double more = part * at_[hour];
    const double items = items_[hour] + more;
    const double moments = moments_[hour] + more * (double(hour) + part / 2);
    return {
        weeks * items_[168] + items,
        weeks * moments_[168] +
            kHoursPerWeek * (items_[168] * weeks * (weeks - 1) / 2 + weeks * items) +
            moments};
  }

 private:
  std::array<double, 169> at_;
  std::array<double, 169> items_;
  std::array<double, 169> moments_;
};

// The times of the steps, days from now. Fine ones are whole minutes.
void lay_grid(Outlook& outlook, double cycle) {
  const double step = std::clamp(std::floor(cycle * 1440 / kStepsPerCycle) * 60,
                                 kShortestStep, kLongestStep) /
                      kSecondsPerDay;
  const double horizon = kHorizonCycles * cycle + kHorizonDays;
  double time = 0;
  std::size_t j = 0;
  outlook.time[0] = 0;
  while (time < horizon && j < kMostSteps) {
    time += j < kFineSteps ? step : step * kCoarser;
    outlook.time[++j] = time;
  }
  outlook.steps = j;
  const double tail = time - cycle;
  while (j > 1 && outlook.time[j - 1] > tail) --j;
  outlook.tail_from = j;
}

}  // namespace

Outlook make_outlook(const Rhythm& rhythm, const Rates& rates, UnixSeconds now,
                     double price) {
  // The gap that were best if the recent rate held all the time.
  const double cycle =
      std::clamp(std::sqrt(2 * price / rates.recent), kShortestCycle, kLongestCycle);
  Outlook outlook;
  lay_grid(outlook, cycle);
  const WeekSums week(rhythm);
  const double start = hour_of_week(now) + now % 3600 / 3600.0;
  WeekSums::Sums before = week.until(start);
  double items = 0;
  double moments = 0;
  double fades = 1;
  double step = 0;
  double excess = rates.recent - rates.steady;
  outlook.items[0] = outlook.moments[0] = 0;
  for (std::size_t j = 1; j <= outlook.steps; ++j) {
    const double days = outlook.time[j] - outlook.time[j - 1];
    if (days != step) {
      step = days;
      fades = std::exp2(-days / kShortHalfLife / 2);
    }
    const WeekSums::Sums after = week.until(start + 24 * outlook.time[j]);
    // The excess at the middle of the step; per hour.
    excess *= fades;
    const double rate = (rates.steady + excess) / 24;
    excess *= fades;
    const double exposed = after.items - before.items;
    items += rate * exposed;
    moments += rate * (after.moments - before.moments - start * exposed) / 24;
    outlook.items[j] = items;
    outlook.moments[j] = moments;
    before = after;
  }
  outlook.tail_cost = std::sqrt(2 * items / outlook.time[outlook.steps] * price);
  return outlook;
}

}  // namespace curlew::schedule::news
