#include <fmt/format.h>

#include "sim/replay/captures.h"
#include "sim/replay/plot/figures.h"

namespace curlew::sim {
namespace {

// Missed changes are drawn a little below the downloads of their row.
constexpr double kBelow = 0.32;

double day_of(const Sample& sample, Time time) {
  using Days = std::chrono::duration<double, std::ratio<86'400>>;
  return Days(time - sample.window.begin).count();
}

void add_points(Series& series, const Sample& sample, std::span<const Time> times,
                double row) {
  for (const Time time : times) series.points.push_back({day_of(sample, time), row});
}

}  // namespace

Chart capture_chart(const Sample& sample, std::span<const Entry> entries,
                    std::size_t followed) {
  const TracedSource& source =
      *sample.sources[entries.front().followed[followed].place];
  const auto changes = events_between(source, sample.window.begin, sample.window.end);
  Chart chart{fmt::format("Document {}: {} changes, and the downloads that caught them",
                          source.id, changes.size()),
              {.label = "day of the scored time",
               .low = 0,
               .high = day_of(sample, sample.window.end)},
              {},
              {}};
  Series vain{"found nothing", kGrey, Mark::kStrokes, {}};
  Series missed{"change missed", kGrey, Mark::kSmallDots, {}};
  // The first policy stands on top, right below the changes.
  for (std::size_t i = entries.size(); i-- > 0;) {
    const double row = double(chart.y.categories.size());
    const Captures captures = captures_of(sample, entries[i].followed[followed]);
    Series hits{entries[i].policy, colour_of(entries, i), Mark::kStrokes, {}};
    add_points(hits, sample, captures.hits, row);
    add_points(vain, sample, captures.vain, row);
    add_points(missed, sample, captures.missed, row - kBelow);
    chart.y.categories.push_back(
        fmt::format("{}: {} in {}", entries[i].policy, captures.hits.size(),
                    captures.hits.size() + captures.vain.size()));
    chart.series.push_back(std::move(hits));
  }
  const double top = double(chart.y.categories.size());
  chart.y.categories.push_back(fmt::format("changes: {}", changes.size()));
  Series all{"changes", kGrey, Mark::kStrokes, {}};
  add_points(all, sample, changes, top);
  chart.series.insert(chart.series.begin(), std::move(vain));
  chart.series.push_back(std::move(missed));
  chart.series.push_back(std::move(all));
  return chart;
}

}  // namespace curlew::sim
