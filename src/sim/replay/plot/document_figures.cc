#include <fmt/format.h>

#include <algorithm>

#include "sim/replay/change_classes.h"
#include "sim/replay/plot/figures.h"

namespace curlew::sim {
namespace {

using std::chrono::days;

AxisStyle share_axis(std::string label) {
  return {.label = std::move(label), .unit = Unit::kPercent, .low = 0, .high = 1};
}

Chart class_chart(std::string title, std::string label, const Sample& sample,
                  std::span<const Entry> entries, std::uint32_t SourceCounts::*whole) {
  Chart chart{std::move(title), {}, share_axis(std::move(label)), {}};
  const Milliseconds length = sample.window.end - sample.window.begin;
  chart.x.label = "mean time between changes; documents:";
  for (const ChangeClass& each : by_change_class(entries.front().card, length)) {
    chart.x.categories.emplace_back(each.name);
    chart.x.label += fmt::format(" {}", each.documents);
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Series series{entries[i].policy, colour_of(entries, i), Mark::kLine, {}};
    const auto classes = by_change_class(entries[i].card, length);
    for (std::size_t place = 0; place < classes.size(); ++place) {
      const double all = classes[place].counts.*whole;
      if (all > 0) {
        series.points.push_back({double(place), classes[place].counts.found / all});
      }
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Chart over_time_chart(std::string title, std::string label, const Sample& sample,
                      std::span<const Entry> entries,
                      std::uint32_t SourceCounts::*whole) {
  using Days = std::chrono::duration<double, std::ratio<86'400>>;
  const double end = Days(sample.window.end - sample.window.begin).count();
  Chart chart{std::move(title),
              {.label = "day of the scored time", .low = 0, .high = end},
              share_axis(std::move(label)),
              {}};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Series series{entries[i].policy, colour_of(entries, i), Mark::kSteps, {}};
    for (const Period& period : entries[i].card.over_time) {
      const double all = period.counts.*whole;
      const double day = Days(period.from - sample.window.begin).count();
      if (all > 0) series.points.push_back({day, period.counts.found / all});
    }
    // A period's share holds until its end, that of the last one to the very end.
    if (!series.points.empty()) series.points.push_back({end, series.points.back().y});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

// No download observes more than one change, nor is a document asked twice a day.
Series best_possible(const Sample& sample, double least, double most) {
  double changes = 0, changed_days = 0;
  for (const TracedSource* source : sample.sources) {
    Time day = Time::min();
    for (const Time event :
         events_between(*source, sample.window.begin, sample.window.end)) {
      ++changes;
      if (std::chrono::floor<days>(event) != day) ++changed_days;
      day = std::chrono::floor<days>(event);
    }
  }
  Series series{"best possible, one visit a day", kGrey, Mark::kDottedLine, {}};
  if (least < changed_days) series.points.push_back({least, least / changes});
  // A straight line of shares is a curve where downloads are logarithmic.
  for (double part = 0.02; part < 1; part += 0.02) {
    const double x = changed_days * part;
    if (x > least && x < most) series.points.push_back({x, x / changes});
  }
  const double reach = std::min(changed_days, most);
  series.points.push_back({reach, reach / changes});
  series.points.push_back({most, reach / changes});
  return series;
}

Chart recall_chart(const Sample& sample, std::span<const Entry> entries,
                   std::span<const Curve> curves) {
  Chart chart{"Changes caught, against downloads",
              {.label = "downloads", .scale = Scale::kLog, .unit = Unit::kCount},
              share_axis("recall"),
              {}};
  double least = 1e18, most = 0;
  const auto point = [&](const Score& score) {
    least = std::min(least, double(score.visits));
    most = std::max(most, double(score.visits));
    return Point{double(score.visits), score.recall};
  };
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto curve = std::ranges::find(curves, entries[i].policy, &Curve::policy);
    if (curve != curves.end() && !curve->scores.empty()) {
      Series series{"", colour_of(entries, i), Mark::kLine, {}};
      for (const Score& score : curve->scores) series.points.push_back(point(score));
      chart.series.push_back(std::move(series));
    }
    chart.series.push_back({entries[i].policy,
                            colour_of(entries, i),
                            Mark::kDots,
                            {point(entries[i].card.score)}});
  }
  chart.series.push_back(best_possible(sample, least, most));
  return chart;
}

Chart precision_chart(std::span<const Entry> entries) {
  Chart chart{
      "Precision against recall", share_axis("recall"), share_axis("precision"), {}};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Score& score = entries[i].card.score;
    chart.series.push_back({entries[i].policy,
                            colour_of(entries, i),
                            Mark::kDots,
                            {{score.recall, score.precision}}});
  }
  return chart;
}

}  // namespace

std::vector<Chart> document_charts(const Sample& sample, std::span<const Entry> entries,
                                   std::span<const Curve> curves) {
  return {recall_chart(sample, entries, curves),
          precision_chart(entries),
          class_chart("Changes caught, by how often documents change", "recall", sample,
                      entries, &SourceCounts::events),
          class_chart("Downloads that found a change", "precision", sample, entries,
                      &SourceCounts::visits),
          over_time_chart("Changes caught, over time", "recall", sample, entries,
                          &SourceCounts::events),
          over_time_chart("Downloads that found a change, over time", "precision",
                          sample, entries, &SourceCounts::visits)};
}

}  // namespace curlew::sim
