// Charts as data, and as one SVG file without scripts: dark on light, readable in any
// browser and on paper.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/replay/plot/axis.h"

namespace curlew::sim {

// kTicks: short strokes on the axis, whatever their y. kStrokes: the same at their y.
// kBars: from the axis to y; kBroadBars: the same for few of them. kSmallDots: for many
// points in a row, of which only those are drawn that are seen apart.
enum class Mark {
  kLine,
  kSteps,
  kDots,
  kSmallDots,
  kDottedLine,
  kTicks,
  kStrokes,
  kBars,
  kBroadBars
};

struct Point {
  double x = 0;
  double y = 0;
};

struct Series {
  std::string name;
  // The same series has the same colour in all charts of a file; kGrey: for bounds.
  std::size_t colour = 0;
  Mark mark = Mark::kLine;
  // By x.
  std::vector<Point> points;
};
inline constexpr std::size_t kGrey = ~std::size_t{0};

struct Chart {
  std::string title;
  AxisStyle x, y;
  std::vector<Series> series;
};

// The charts side by side, two a row, under a title.
std::string to_svg(const std::string& title, const std::vector<Chart>& charts);

}  // namespace curlew::sim
