#include <algorithm>

#include "sim/replay/plot/figures.h"

namespace curlew::sim {
namespace {

constexpr std::size_t kQuantiles = 400;
constexpr std::size_t kWorst = 10;
constexpr double kShortest = 60;  // Seconds: the left end of the distribution.

// One series for each entry, in its colour.
template <typename ToPoints>
std::vector<Series> each(std::span<const Entry> entries, Mark mark,
                         const ToPoints& to_points) {
  std::vector<Series> series;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    series.push_back(
        {entries[i].policy, colour_of(entries, i), mark, to_points(entries[i].card)});
  }
  return series;
}

std::vector<Point> distribution(const Scorecard& card) {
  std::vector<Point> points;
  if (card.delays.empty()) return points;
  for (std::size_t i = 0; i <= kQuantiles; ++i) {
    const std::size_t at = i * (card.delays.size() - 1) / kQuantiles;
    points.push_back({std::max(kShortest, Seconds(card.delays[at]).count()),
                      double(at + 1) / double(card.delays.size())});
  }
  return points;
}

std::vector<Point> by_hour(const Scorecard& card) {
  std::vector<Point> points;
  for (std::size_t hour = 0; hour < 24; ++hour) {
    points.push_back({double(hour) + 0.5, card.pending_by_hour[hour]});
  }
  return points;
}

std::vector<Point> by_day(const Scorecard& card) {
  std::vector<Point> points;
  for (std::size_t day = 0; day < card.daily_max_pending.size(); ++day) {
    points.push_back({double(day + 1), card.daily_max_pending[day]});
  }
  return points;
}

std::vector<Point> longest_waits(const Scorecard& card) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < std::min(kWorst, card.delays.size()); ++i) {
    const Milliseconds delay = card.delays[card.delays.size() - 1 - i];
    points.push_back({double(i), Seconds(delay).count()});
  }
  return points;
}

}  // namespace

std::vector<Chart> feed_charts(std::span<const Entry> entries) {
  AxisStyle delay{.label = "from publication to the visit that saw it"};
  delay.scale = Scale::kLog;
  delay.unit = Unit::kDuration;
  const AxisStyle share{
      .label = "share of the articles", .unit = Unit::kPercent, .low = 0, .high = 1};
  const AxisStyle hour{
      .label = "hour of day, UTC", .unit = Unit::kHourOfDay, .low = 0, .high = 24};
  const AxisStyle wait{.label = "delay", .unit = Unit::kDuration, .low = 0};
  return {
      {"How long articles waited", delay, share,
       each(entries, Mark::kLine, distribution)},
      {"Unseen articles of all feeds together, by hour of day",
       hour,
       {.label = "articles, mean", .low = 0},
       each(entries, Mark::kLine, by_hour)},
      {"Most unseen articles at one feed, day by day",
       {.label = "day of the scored time", .low = 0},
       {.label = "articles", .low = 0},
       each(entries, Mark::kLine, by_day)},
      {"The ten longest waits",
       {.label = "rank",
        .categories = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}},
       wait,
       each(entries, Mark::kDots, longest_waits)},
  };
}

}  // namespace curlew::sim
