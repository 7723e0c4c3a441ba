#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/replay/plot/figures.h"

namespace curlew::sim {
namespace {

constexpr std::size_t kHours = 168;

// From Monday 00:00 UTC. The epoch was a Thursday.
std::size_t hour_of_week(Time time) {
  const auto hours =
      std::chrono::floor<std::chrono::hours>(time.time_since_epoch()).count();
  return static_cast<std::size_t>((hours + 3 * 24) % std::int64_t(kHours));
}

std::string name_of(const TracedSource& source) {
  return source.name.empty() ? fmt::format("source {}", source.id) : source.name;
}

// Relative to the mean.
std::vector<Point> true_profile(std::span<const Time> events) {
  std::array<double, kHours> counts{};
  for (const Time event : events) ++counts[hour_of_week(event)];
  std::vector<Point> points;
  for (std::size_t hour = 0; hour < kHours; ++hour) {
    points.push_back(
        {double(hour) + 0.5, counts[hour] * double(kHours) / double(events.size())});
  }
  return points;
}

double days_since(Time start, Time time) {
  return std::chrono::duration<double, std::ratio<86'400>>(time - start).count();
}

}  // namespace

std::size_t colour_of(std::span<const Entry> entries, std::size_t place) {
  if (entries[place].policy == "curlew") return 0;
  const auto before = entries.first(place);
  const bool is_after = std::ranges::count(before, "curlew", &Entry::policy) > 0;
  return is_after ? place : place + 1;
}

Chart profile_chart(const Sample& sample, std::span<const Entry> entries,
                    std::size_t followed) {
  const TracedSource& source =
      *sample.sources[entries.front().followed[followed].place];
  const auto events = events_between(source, sample.window.start, sample.window.end);
  Chart chart{
      fmt::format("The week of {}: {} articles", name_of(source), events.size()),
      {.label = "hour of the week, UTC",
       .unit = Unit::kHourOfWeek,
       .low = 0,
       .high = double(kHours)},
      {.label = "relative to the mean", .low = 0},
      {{"what was published", kGrey, Mark::kSteps, true_profile(events)}}};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::vector<float>& profile = entries[i].followed[followed].belief.profile;
    if (profile.empty()) continue;
    Series series{
        "learned by " + entries[i].policy, colour_of(entries, i), Mark::kLine, {}};
    for (std::size_t hour = 0; hour < profile.size(); ++hour) {
      series.points.push_back({double(hour) + 0.5, profile[hour]});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Chart history_chart(const Sample& sample, const Entry& entry, std::size_t followed) {
  const SourceHistory& history = entry.followed[followed];
  Chart chart{
      fmt::format("{} on {}", entry.policy, name_of(*sample.sources[history.place])),
      {.label = "day", .low = 0},
      {.label = "ticks", .low = 0},
      {}};
  Series found{"visits with something new", kGrey, Mark::kTicks, {}};
  Series waits{"time since the visit before", 0, Mark::kLine, {}};
  Time previous = sample.window.start;
  for (const VisitRecord& visit : history.visits) {
    const double day = days_since(sample.window.start, visit.at);
    if (visit.new_items > 0) found.points.push_back({day, 0});
    waits.points.push_back({day, Seconds(visit.at - previous).count()});
    previous = visit.at;
    for (std::size_t i = 0; i < visit.variables.size(); ++i) {
      const auto& [name, value] = visit.variables[i];
      if (chart.series.size() <= i) {
        chart.series.push_back({std::string(name), i, Mark::kSteps, {}});
      }
      chart.series[i].points.push_back({day, value});
    }
  }
  if (chart.series.empty()) {
    chart.y = {.label = "wait", .unit = Unit::kDuration, .low = 0};
    chart.series.push_back(std::move(waits));
  }
  chart.series.push_back(std::move(found));
  return chart;
}

}  // namespace curlew::sim
