#include "schedule/news/exposure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace curlew::schedule::news {
namespace {

constexpr double kHour = 1.0 / 24;  // Days.
constexpr double kSecond = 1 / kSecondsPerDay;
// Longer gaps are summed over their last part; before it the rhythm is taken as flat.
constexpr UnixSeconds kLongest = 60 * 86'400;

// The integral of 2^(-age / half_life) over a piece whose weights at its ends are
// given.
double decayed(double half_life, double at_start, double at_end) {
  return half_life / std::numbers::ln2 * (at_end - at_start);
}

double remaining(double days, double half_life) { return std::exp2(-days / half_life); }

// Walks over the hours that (from, to] touches, from the last to the first:
// visit(relative intensity, seconds of the piece).
template <typename Visit>
void each_hour_back(const Rhythm& rhythm, UnixSeconds from, UnixSeconds to,
                    Visit visit) {
  const std::uint32_t last = hour_of_week(to - 1);
  std::uint32_t hour = last % 24;
  std::uint32_t day = last / 24;
  UnixSeconds end = to;
  UnixSeconds start = (to - 1) / 3600 * 3600;
  while (end > from) {
    start = std::max(from, start);
    visit(double(rhythm.hour[hour] * rhythm.day[day]), end - start);
    end = start;
    start -= std::min<UnixSeconds>(start, 3600);
    if (hour-- == 0) {
      hour = 23;
      day = day == 0 ? 6 : day - 1;
    }
  }
}

}  // namespace

Exposure exposure(const Rhythm& rhythm, UnixSeconds from, UnixSeconds to) {
  Exposure sum;
  if (from >= to) return sum;
  const UnixSeconds near = to - from > kLongest ? to - kLongest : from;
  static const double long_hour = remaining(kHour, kLongHalfLife);
  static const double short_hour = remaining(kHour, kShortHalfLife);
  double long_end = 1;
  double short_end = 1;
  each_hour_back(rhythm, near, to, [&](double intensity, UnixSeconds seconds) {
    const double days = double(seconds) * kSecond;
    const bool whole = seconds == 3600;
    const double long_start =
        long_end * (whole ? long_hour : remaining(days, kLongHalfLife));
    const double short_start =
        short_end * (whole ? short_hour : remaining(days, kShortHalfLife));
    sum.plain += intensity * days;
    sum.long_term += intensity * decayed(kLongHalfLife, long_start, long_end);
    sum.short_term += intensity * decayed(kShortHalfLife, short_start, short_end);
    long_end = long_start;
    short_end = short_start;
  });
  if (near > from) {
    const double before = double(near - from) * kSecond;
    sum.plain += before;
    sum.long_term +=
        decayed(kLongHalfLife, long_end * remaining(before, kLongHalfLife), long_end);
  }
  return sum;
}

Backlog backlog(const Rhythm& rhythm, const Rates& rates, UnixSeconds last,
                UnixSeconds now) {
  Backlog sum;
  if (last >= now) return sum;
  const UnixSeconds near = now - last > kLongest ? now - kLongest : last;
  static const double back_an_hour = 1 / remaining(kHour, kShortHalfLife);
  // The excess of the last days over the month, at the middle of the piece.
  double excess = (rates.recent - rates.steady) *
                  remaining(double(now - near) * kSecond, kShortHalfLife);
  double age = 0;  // Of the piece's end, in days.
  each_hour_back(rhythm, near, now, [&](double intensity, UnixSeconds seconds) {
    const double days = double(seconds) * kSecond;
    const double items = intensity * (rates.steady + excess) * days;
    sum.items += items;
    sum.waiting += items * (age + days / 2);
    age += days;
    excess *= back_an_hour;
  });
  if (near > last) {
    const double before = double(near - last) * kSecond;
    sum.items += rates.steady * before;
    sum.waiting += rates.steady * before * (age + before / 2);
  }
  return sum;
}

}  // namespace curlew::schedule::news
