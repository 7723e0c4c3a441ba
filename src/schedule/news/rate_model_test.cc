#include "schedule/news/rate_model.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "schedule/news/evidence.h"

namespace curlew::schedule::news {
namespace {

using Seconds = std::int64_t;
constexpr Seconds kFirstSecond = 1'609'718'400;  // 2021-01-04 00:00 UTC.

double fading(double days, double half_life) { return std::pow(2, -days / half_life); }

// The same model in the plainest way: every item and every interval is kept, and all
// sums are made anew at each visit, in steps of a minute.
class SlowModel {
 public:
  void visit(Seconds at, const std::vector<Seconds>& items) {
    const std::array<double, 168> rhythm = week(last_);
    if (last_ != 0) {
      for (Seconds t = last_; t < at; t += 60) {
        minutes_.push_back({t + 30, rhythm[hour(t)]});
      }
    }
    items_.insert(items_.end(), items.begin(), items.end());
    last_ = at;
  }

  double items(double half_life) const {
    double sum = 0;
    for (const Seconds item : items_) sum += fading(age(item), half_life);
    return sum;
  }
  double exposure(double half_life) const {
    double sum = 0;
    for (const auto& [time, intensity] : minutes_) {
      sum += intensity / 1440 * fading(age(time), half_life);
    }
    return sum;
  }
  std::array<double, 168> week(Seconds now) const {
    const std::array<double, 24> hours = smoothed(now);
    std::array<double, 7> days{};
    const double known = exposure(30) >= 11.5 ? 1 : 0;  // Two weeks.
    for (const Seconds item : items_) {
      days[hour(item) / 24] += known * weight_at(item, now);
    }
    std::array<double, 168> week;
    for (std::size_t h = 0; h < 168; ++h) {
      const double day = 7 * (days[h / 24] + 100.0 / 7) / (known * count(now) + 100);
      week[h] = hours[h % 24] * day;
    }
    return week;
  }

 private:
  static std::size_t hour(Seconds time) { return std::size_t(time / 3600 + 72) % 168; }
  static double weight_at(Seconds item, Seconds now) {
    return fading(double(now - item) / 86'400, 120);
  }
  double age(Seconds time) const { return double(last_ - time) / 86'400; }
  double count(Seconds now) const {
    double sum = 0;
    for (const Seconds item : items_) sum += weight_at(item, now);
    return sum;
  }
  std::array<double, 24> smoothed(Seconds now) const {
    std::array<double, 24> hours;
    hours.fill(5.0 / 24);
    for (const Seconds item : items_) {
      const std::size_t h = hour(item) % 24;
      const double weight = weight_at(item, now);
      hours[h] += weight / 2;
      hours[(h + 1) % 24] += weight / 4;
      hours[(h + 23) % 24] += weight / 4;
    }
    for (double& value : hours) value *= 24 / (count(now) + 5);
    return hours;
  }

  struct Minute {
    Seconds time;
    double intensity;
  };
  std::vector<Seconds> items_;
  std::vector<Minute> minutes_;
  Seconds last_ = 0;
};

TEST(RateModel, AgreesWithOneThatKeepsEverything) {
  Random random(4);
  const Crowd crowd{Population()};
  NewsState state;
  SlowModel slow;
  Seconds now = kFirstSecond;
  learn(state, {.at = from_unix_seconds(now)}, crowd);
  slow.visit(now, {});
  for (int visit = 0; visit < 150; ++visit) {
    const Seconds before = now;
    now += 600 * Seconds(1 + random.below(200));
    std::vector<Seconds> items;
    for (Seconds t = before + 61; t < now - 61; t += 1800) {
      const bool is_awake = t / 3600 % 24 >= 8 && t / 3600 % 24 < 12;
      if (random.uniform() < (is_awake ? .3 : .02)) items.push_back(t);
    }
    std::vector<Time> times;
    for (const Seconds item : items) times.push_back(from_unix_seconds(item));
    learn(state,
          {.at = from_unix_seconds(now),
           .new_items = std::uint32_t(times.size()),
           .item_times = times},
          crowd);
    slow.visit(now, items);
  }
  EXPECT_NEAR(state.long_term.items / slow.items(30), 1, .001);
  EXPECT_NEAR(state.short_term.items, slow.items(kShortHalfLife), .01);
  EXPECT_NEAR(state.long_term.exposure / slow.exposure(30), 1, .01);
  EXPECT_NEAR(state.short_term.exposure / slow.exposure(kShortHalfLife), 1, .02);
  const Rhythm rhythm(state, crowd);
  const std::array<double, 168> week = slow.week(now);
  for (std::uint32_t h = 0; h < 168; ++h) {
    EXPECT_NEAR(rhythm.at(h), week[h], .02 + .03 * week[h]) << "hour " << h;
  }
}

// By hand: two items and two days of exposure behind them, the population publishes one
// a day: steady (2 + .5) / (2 + .5); a day with none: recent 1.5 / (1 + 1.5).
TEST(RateModel, ShrinksRatesAsTheFormulasSay) {
  NewsState state;
  state.long_term = {2, 2};
  state.short_term = {0, 1};
  EXPECT_DOUBLE_EQ(steady_rate(state), 1);
  EXPECT_DOUBLE_EQ(rates(state).recent, .6);
}

}  // namespace
}  // namespace curlew::schedule::news
