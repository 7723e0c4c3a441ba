#include "apps/lab/crawl_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "sim/replay/plot/chart.h"

namespace curlew::apps {
namespace {

using sim::AxisStyle;
using sim::Chart;
using sim::Mark;
using sim::Series;
using sim::Unit;

using Count = std::function<double(const CrawledPhase&)>;

// Of fewer visits a share says nothing.
constexpr std::uint32_t kFewestRevisits = 20;

// Nothing is drawn on the upper edge.
void leave_room(Chart& chart) {
  if (chart.y.high) return;
  double highest = 0;
  for (const Series& series : chart.series)
    for (const sim::Point& point : series.points) highest = std::max(highest, point.y);
  if (highest > 0) chart.y.high = highest * 1.06;
}

AxisStyle phase_axis(const CrawlResult& result) {
  const double last = double(std::max<std::size_t>(result.by_phase.size(), 2));
  return {.label = "phase", .unit = Unit::kCount, .low = 1, .high = last};
}

std::vector<Series> by_topic(const CrawlContest& contest, const CrawlResult& result,
                             const Count& count, Mark mark = Mark::kLine,
                             const std::string& suffix = "") {
  std::vector<Series> series;
  for (std::size_t topic = 0; topic < contest.topics.size(); ++topic) {
    const bool is_named = mark == Mark::kLine;
    Series& line = series.emplace_back(
        Series{.name = is_named ? contest.topics[topic] + suffix : "",
               .colour = topic,
               .mark = mark});
    for (const CrawledPhase& phase : result.rows) {
      if (phase.topic == topic)
        line.points.push_back({double(phase.report.phase), count(phase)});
    }
  }
  return series;
}

// Two counts of each topic in one chart: lines, and dotted lines.
Chart two_by_topic(const CrawlContest& contest, const CrawlResult& result,
                   const std::string& title, const std::string& label,
                   const Count& whole, const Count& dotted) {
  Chart chart{.title = title,
              .x = phase_axis(result),
              .y = {.label = label, .unit = Unit::kCount, .low = 0},
              .series = by_topic(contest, result, whole)};
  for (Series& line : by_topic(contest, result, dotted, Mark::kDottedLine))
    chart.series.push_back(std::move(line));
  return chart;
}

Chart relevant_chart(const CrawlContest& contest, const CrawlResult& result) {
  return {.title = "5.1  Relevant pages of a phase",
          .x = phase_axis(result),
          .y = {.label = "pages", .unit = Unit::kCount, .low = 0},
          .series = by_topic(contest, result, [](const CrawledPhase& phase) {
            return double(phase.report.relevant);
          })};
}

Chart harvest_chart(const CrawlContest& contest, const CrawlResult& result) {
  return {.title = "5.1  Harvest ratio of a phase, as the crawl judges it",
          .x = phase_axis(result),
          .y = {.label = "relevant of the downloaded",
                .unit = Unit::kPercent,
                .low = 0,
                .high = 1},
          .series = by_topic(contest, result, [](const CrawledPhase& phase) {
            return phase.report.harvest_ratio();
          })};
}

Chart recategorised_chart(const CrawlContest& contest, const CrawlResult& result) {
  Chart chart{.title = "5.2  Pages that changed their topic, of those visited again",
              .x = {.label = "", .categories = contest.topics},
              .y = {.label = "share", .unit = Unit::kPercent, .low = 0}};
  for (std::size_t topic = 0; topic < contest.topics.size(); ++topic) {
    double moved = 0, revisited = 0;
    for (const CrawledPhase& phase : result.rows) {
      if (phase.topic != topic) continue;
      moved += phase.report.moved + phase.report.dropped;
      revisited += phase.report.revisited;
    }
    chart.series.push_back(
        {.colour = topic,
         .mark = Mark::kBroadBars,
         .points = {{double(topic), moved / std::max(1.0, revisited)}}});
  }
  return chart;
}

Chart totals_chart(const CrawlResult& result) {
  Series structural{.name = "structural", .colour = 1, .mark = Mark::kBroadBars};
  Series textual{.name = "textual", .colour = 0, .mark = Mark::kBroadBars};
  for (std::uint32_t phase = 2; phase <= result.by_phase.size(); ++phase) {
    double structures = 0, texts = 0;
    for (const CrawledPhase& row : result.rows) {
      if (row.report.phase != phase) continue;
      structures += row.report.structural;
      texts += row.report.textual;
    }
    structural.points.push_back({phase - .17, structures});
    textual.points.push_back({phase + .17, texts});
  }
  return {.title = "5.3  Changes of all topics",
          .x = {.label = "phase",
                .unit = Unit::kCount,
                .low = 1.5,
                .high = double(result.by_phase.size()) + .5},
          .y = {.label = "pages that changed", .unit = Unit::kCount, .low = 0},
          .series = {std::move(structural), std::move(textual)}};
}

std::string title_of_order(const CrawlResult& result) {
  return std::string(frontier::to_text(result.order));
}

Chart contest_chart(const CrawlContest& contest) {
  Chart chart{
      .title = contest.stay ? fmt::format("Pages really of a topic; links stay with "
                                          "probability {:g}",
                                          *contest.stay)
                            : "Pages really of a topic",
      .x = {.label = "downloaded for the first time", .unit = Unit::kCount, .low = 0},
      .y = {.label = "relevant", .unit = Unit::kCount, .low = 0}};
  for (std::size_t i = 0; i < contest.results.size(); ++i) {
    Series line{.name = title_of_order(contest.results[i]), .colour = i};
    line.points.push_back({0, 0});
    for (const auto& [downloaded, relevant] : contest.results[i].curve)
      line.points.push_back({double(downloaded), double(relevant)});
    chart.series.push_back(std::move(line));
  }
  return chart;
}

Chart changes_chart(const CrawlContest& contest) {
  Chart chart{.title = "Changes found by a visit to a known page",
              .x = phase_axis(contest.results.front()),
              .y = {.label = "of the revisits", .unit = Unit::kPercent, .low = 0}};
  chart.x.low = 2;
  for (std::size_t i = 0; i < contest.results.size(); ++i) {
    const CrawlResult& result = contest.results[i];
    Series line{.name = title_of_order(result), .colour = i};
    for (std::size_t phase = 1; phase < result.by_phase.size(); ++phase) {
      const CrawlCounts& counts = result.by_phase[phase];
      if (counts.revisits < kFewestRevisits) continue;
      line.points.push_back(
          {double(phase + 1), double(counts.changes) / counts.revisits});
    }
    chart.series.push_back(std::move(line));
  }
  return chart;
}

}  // namespace

std::string draw_crawls(std::span<const CrawlContest> contests) {
  const CrawlContest& first = contests.front();
  const CrawlResult& result = first.results.front();
  std::vector<Chart> charts{relevant_chart(first, result), harvest_chart(first, result),
                            recategorised_chart(first, result), totals_chart(result)};
  charts.push_back(two_by_topic(
      first, result, "5.4  Structural changes, textual ones dotted",
      "pages that changed",
      [](const CrawledPhase& phase) { return double(phase.report.structural); },
      [](const CrawledPhase& phase) { return double(phase.report.textual); }));
  charts.push_back(two_by_topic(
      first, result, "5.5  Dynamic pages at the beginning, static ones dotted", "pages",
      [](const CrawledPhase& phase) { return double(phase.report.dynamic_pages); },
      [](const CrawledPhase& phase) { return double(phase.report.static_pages); }));
  for (const CrawlContest& contest : contests) charts.push_back(contest_chart(contest));
  charts.push_back(changes_chart(first));
  for (Chart& chart : charts) leave_room(chart);
  return sim::to_svg(
      fmt::format("Order {} on {} pages{}", title_of_order(result), first.pages,
                  first.stay ? fmt::format(", links stay in their topic with "
                                           "probability {:g}",
                                           *first.stay)
                             : ""),
      charts);
}

}  // namespace curlew::apps
