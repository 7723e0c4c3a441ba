#include "api/topic_phases.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "api/page_frame.h"

namespace curlew::api {
namespace {

using model::TopicPhase;

// Older ones are in `curlew topic show`.
constexpr std::size_t kMostRows = 30;
constexpr std::size_t kMostPoints = 120;

// Of the curve, in its own units; the style sheet scales it.
constexpr std::int64_t kLeft = 48;
constexpr std::int64_t kWidth = 700;
constexpr std::int64_t kTop = 12;
constexpr std::int64_t kHeight = 120;

std::int64_t percent(const TopicPhase& phase) {
  return std::lround(100 * model::harvest_ratio(phase));
}

bool has_drift(const TopicPhase& phase) { return phase.moved + phase.dropped > 0; }

void write_count(HtmlWriter& html, std::uint64_t count) {
  html.count(static_cast<std::int64_t>(count));
}

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

// Those without a page say nothing of the harvest.
std::vector<TopicPhase> phases_to_draw(const std::vector<TopicPhase>& phases) {
  std::vector<TopicPhase> drawn;
  for (const TopicPhase& phase : phases) {
    if (phase.downloaded > 0) drawn.push_back(phase);
  }
  if (drawn.size() > kMostPoints) {
    drawn.erase(drawn.begin(), drawn.end() - std::ptrdiff_t(kMostPoints));
  }
  return drawn;
}

void write_curve(HtmlWriter& html, const std::vector<TopicPhase>& phases) {
  const std::vector<TopicPhase> drawn = phases_to_draw(phases);
  if (drawn.size() < 2) return;
  const auto point = [&](std::size_t i) {
    return Point{kLeft + kWidth * std::int64_t(i) / std::int64_t(drawn.size() - 1),
                 kTop + kHeight * (100 - percent(drawn[i])) / 100};
  };
  html.markup("<svg class=\"harvest\" viewBox=\"0 0 760 160\" role=\"img\" ");
  html.markup("aria-label=\"harvest ratio by phase\">\n");
  for (const std::int64_t level : {0, 50, 100}) {
    const std::int64_t y = kTop + kHeight * (100 - level) / 100;
    html.markup("<line x1=\"").number(kLeft).markup("\" x2=\"");
    html.number(kLeft + kWidth).markup("\" y1=\"").number(y).markup("\" y2=\"");
    html.number(y).markup("\"/><text class=\"level\" x=\"").number(kLeft - 8);
    html.markup("\" y=\"").number(y + 4).markup("\">").number(level);
    html.markup(" %</text>\n");
  }
  html.markup("<text x=\"").number(kLeft).markup("\" y=\"154\">phase ");
  html.number(drawn.front().number).markup("</text><text class=\"level\" x=\"");
  html.number(kLeft + kWidth).markup("\" y=\"154\">phase ");
  html.number(drawn.back().number).markup("</text>\n<polyline points=\"");
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    html.number(point(i).x).markup(",").number(point(i).y).markup(" ");
  }
  html.markup("\"/>\n");
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    html.markup("<circle r=\"3\" cx=\"").number(point(i).x).markup("\" cy=\"");
    html.number(point(i).y).markup("\"");
    if (has_drift(drawn[i])) html.markup(" class=\"drift\"");
    html.markup("><title>phase ").number(drawn[i].number).markup(": ");
    html.number(percent(drawn[i])).markup(" %");
    if (has_drift(drawn[i])) {
      html.markup(", ").number(std::int64_t(drawn[i].moved)).markup(" moved, ");
      html.number(std::int64_t(drawn[i].dropped)).markup(" dropped");
    }
    html.markup("</title></circle>\n");
  }
  html.markup("</svg>\n<p class=\"quiet\">The share of pages fetched that were about ");
  html.markup("the topic. Red: some came to be about something else.</p>\n");
}

void write_phase(HtmlWriter& html, const TopicPhase& phase, Time now) {
  html.markup("<tr><td>").number(phase.number).markup("<td class=\"n\" data-l=\"began");
  html.markup("\">").moment(phase.began, now);
  html.markup("<td class=\"n\" data-l=\"pages\">");
  write_count(html, phase.downloaded);
  html.markup("<td class=\"n\" data-l=\"relevant\">");
  write_count(html, phase.relevant);
  html.markup("<td class=\"n\" data-l=\"harvest\">");
  if (phase.downloaded > 0) html.number(percent(phase)).markup(" %");
  html.markup("<td class=\"n\" data-l=\"changed\">");
  write_count(html, phase.structural + phase.textual);
  html.markup("<td class=\"n\" data-l=\"moved\">");
  write_count(html, phase.moved);
  html.markup("<td class=\"n\" data-l=\"dropped\">");
  write_count(html, phase.dropped);
  html.markup("<td class=\"n\" data-l=\"dynamic\">");
  write_count(html, phase.dynamic_size);
  html.markup("<td class=\"n\" data-l=\"static\">");
  write_count(html, phase.static_size);
  html.markup("</tr>\n");
}

}  // namespace

void write_phases(HtmlWriter& html, const std::vector<TopicPhase>& phases, Time now) {
  if (phases.empty()) return;
  html.markup("<section>\n<h2>Phases of its crawl</h2>\n");
  write_curve(html, phases);
  html.markup("<table>\n<tr class=\"head\"><th>phase<th class=\"t\">began");
  html.markup("<th class=\"c\">pages<th class=\"c\">relevant<th class=\"c\">harvest");
  html.markup("<th class=\"c\">changed<th class=\"c\">moved<th class=\"c\">dropped");
  html.markup("<th class=\"c\">dynamic<th class=\"c\">static</tr>\n");
  const std::size_t shown = std::min(phases.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    write_phase(html, phases[phases.size() - 1 - i], now);
  }
  html.markup("</table>\n");
  if (phases.size() > shown) {
    html.markup("<p class=\"more quiet\">Earlier ones: <code>curlew topic show</code>");
    html.markup("</p>\n");
  }
  html.markup("</section>\n");
}

void write_topics(HtmlWriter& html, const std::vector<service::TopicAtWork>& topics) {
  if (topics.empty()) return;
  html.markup("<section>\n<h2>Topics looked for</h2>\n<table>\n<tr class=\"head\">");
  html.markup("<th>topic<th class=\"c\">phase<th class=\"c\">harvest");
  html.markup("<th class=\"c\">of all<th class=\"c\">moved<th class=\"c\">dropped");
  html.markup("<th class=\"c\">dynamic<th class=\"c\">static</tr>\n");
  for (const service::TopicAtWork& topic : topics) {
    TopicPhase all;
    // The last that fetched something: one that has just begun says nothing.
    const TopicPhase* last = nullptr;
    for (const TopicPhase& phase : topic.phases) {
      all.downloaded += phase.downloaded;
      all.relevant += phase.relevant;
      all.moved += phase.moved;
      all.dropped += phase.dropped;
      if (phase.downloaded > 0) last = &phase;
    }
    html.markup("<tr><td>");
    write_source(html, topic.source.value, topic.name, "");
    html.markup("<td class=\"n\" data-l=\"phase\">");
    if (last != nullptr) html.number(last->number);
    html.markup("<td class=\"n\" data-l=\"harvest\">");
    if (last != nullptr) html.number(percent(*last)).markup(" %");
    html.markup("<td class=\"n\" data-l=\"of all\">");
    if (last != nullptr) html.number(percent(all)).markup(" %");
    html.markup("<td class=\"n\" data-l=\"moved\">");
    write_count(html, all.moved);
    html.markup("<td class=\"n\" data-l=\"dropped\">");
    write_count(html, all.dropped);
    html.markup("<td class=\"n\" data-l=\"dynamic\">");
    if (last != nullptr) write_count(html, last->dynamic_size);
    html.markup("<td class=\"n\" data-l=\"static\">");
    if (last != nullptr) write_count(html, last->static_size);
    html.markup("</tr>\n");
  }
  html.markup("</table>\n</section>\n");
}

}  // namespace curlew::api
