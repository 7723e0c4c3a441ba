#include "sim/replay/plot/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/markup_escape.h"

namespace curlew::sim {
namespace {

constexpr double kPanelWidth = 580, kPanelHeight = 400;
constexpr double kLeft = 66, kRight = 18, kTop = 36, kBottom = 50;
constexpr double kTitleHeight = 44;
constexpr double kLegendLine = 17, kLetter = 7;  // Of text of 12 pixels.
constexpr std::size_t kMostPoints = 20'000;
constexpr double kStroke = 14;                 // Their height.
constexpr double kDot = 4.5, kSmallDot = 1.5;  // Their radii.

// Seen apart with every kind of colour blindness (Okabe and Ito), but for yellow, which
// is not seen on white; then darker ones for many policies.
constexpr std::array kColours{"#d55e00", "#0072b2", "#009e73", "#cc79a7",
                              "#e69f00", "#56b4e9", "#5b3fa0", "#7a4a1e",
                              "#333333", "#8a9a00", "#b00040", "#006060"};

const char* colour_of(const Series& series) {
  return series.colour == kGrey ? "#888888" : kColours[series.colour % kColours.size()];
}

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  Axis axis(const AxisStyle& style) const {
    return low > high ? Axis(style, 0, 1) : Axis(style, low, high);
  }
};

std::string text(double x, double y, const char* style, const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                     escaped_markup(words));
}

std::string line(double x1, double y1, double x2, double y2, const char* style) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
      x2, y2, style);
}

// Draws one chart with its upper left corner at (x, y).
class Panel {
 public:
  Panel(const Chart& chart, double x, double y)
      : chart_(chart),
        legend_lines_(break_legend()),
        left_(x + left_margin(chart)),
        right_(x + kPanelWidth - kRight),
        top_(y + kTop + kLegendLine * double(legend_lines_.size())),
        bottom_(y + kPanelHeight - kBottom),
        x_(extent(&Point::x).axis(chart.x)),
        y_(extent(&Point::y).axis(chart.y)) {}

  std::string draw() const {
    std::string out =
        text(left_, top_ - kLegendLine * double(legend_lines_.size()) - 10,
             "class=\"title\"", chart_.title);
    out += legend() + grid();
    for (const Series& series : chart_.series) out += marks(series);
    return out;
  }

 private:
  // Names are longer than numbers.
  static double left_margin(const Chart& chart) {
    double margin = kLeft;
    for (const std::string& name : chart.y.categories) {
      margin = std::max(margin, 30 + kLetter * double(name.size()));
    }
    return margin;
  }

  Extent extent(double Point::*coordinate) const {
    Extent extent;
    for (const Series& series : chart_.series) {
      for (const Point& point : series.points) extent.include(point.*coordinate);
    }
    return extent;
  }

  double px(double x) const { return left_ + x_.place(x) * (right_ - left_); }
  double py(double y) const { return bottom_ - y_.place(y) * (bottom_ - top_); }

  static double legend_width(const Series& series) {
    return 32 + kLetter * double(series.name.size());
  }

  std::vector<std::vector<const Series*>> break_legend() const {
    std::vector<std::vector<const Series*>> lines;
    double room = 0;
    for (const Series& series : chart_.series) {
      if (series.name.empty()) continue;
      if (lines.empty() || room < legend_width(series)) {
        lines.emplace_back();
        room = kPanelWidth - left_margin(chart_) - kRight;
      }
      lines.back().push_back(&series);
      room -= legend_width(series);
    }
    return lines;
  }

  std::string legend() const {
    std::string out;
    double y = top_ - kLegendLine * double(legend_lines_.size()) + 8;
    for (const auto& line_of : legend_lines_) {
      double x = left_;
      for (const Series* series : line_of) {
        out += sample(*series, x, y - 4);
        out += text(x + 22, y, "class=\"key\"", series->name);
        x += legend_width(*series);
      }
      y += kLegendLine;
    }
    return out;
  }

  static std::string sample(const Series& series, double x, double y) {
    if (is_dot(series.mark)) return dot(x + 9, y, series);
    if (series.mark == Mark::kBroadBars)
      return fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"10\" fill=\"{}\"/>\n",
          x + 3, y - 5, colour_of(series));
    return line(x, y, x + 18, y, stroke(series).c_str());
  }

  static int width_of(Mark mark) {
    if (is_stroke(mark)) return 1;
    if (mark == Mark::kBroadBars) return 18;
    return mark == Mark::kBars ? 6 : 2;
  }

  static bool is_dot(Mark mark) {
    return mark == Mark::kDots || mark == Mark::kSmallDots;
  }

  static bool is_stroke(Mark mark) {
    return mark == Mark::kTicks || mark == Mark::kStrokes;
  }

  static std::string stroke(const Series& series) {
    const bool is_dotted = series.mark == Mark::kDottedLine;
    return fmt::format("stroke=\"{}\" stroke-width=\"{}\"{} fill=\"none\"",
                       colour_of(series), width_of(series.mark),
                       is_dotted ? " stroke-dasharray=\"5 4\"" : "");
  }

  static std::string dot(double x, double y, const Series& series) {
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n",
                       x, y, series.mark == Mark::kSmallDots ? kSmallDot : kDot,
                       colour_of(series));
  }

  std::string grid() const {
    std::string out;
    for (const Tick& tick : y_.ticks()) {
      const double y = bottom_ - tick.at * (bottom_ - top_);
      out += line(left_, y, right_, y, "class=\"grid\"");
      out += text(left_ - 6, y + 4, "text-anchor=\"end\"", tick.text);
    }
    for (const Tick& tick : x_.ticks()) {
      const double x = left_ + tick.at * (right_ - left_);
      out += line(x, top_, x, bottom_, "class=\"grid\"");
      out += text(x, bottom_ + 16, "text-anchor=\"middle\"", tick.text);
    }
    out += line(left_, bottom_, right_, bottom_, "class=\"axis\"");
    out += line(left_, top_, left_, bottom_, "class=\"axis\"");
    out += text((left_ + right_) / 2, bottom_ + 34, "class=\"label\"", chart_.x.label);
    const double middle = (top_ + bottom_) / 2, x = left_ - left_margin(chart_) + 16;
    out += text(x, middle,
                fmt::format("class=\"label\" transform=\"rotate(-90 {:.1f} {:.1f})\"",
                            x, middle)
                    .c_str(),
                chart_.y.label);
    return out;
  }

  std::string marks(const Series& series) const {
    if (is_dot(series.mark)) return dots(series);
    if (is_stroke(series.mark)) return strokes(series);
    if (series.mark == Mark::kBars || series.mark == Mark::kBroadBars)
      return bars(series);
    std::string path;
    // More points than pixels make large files and no better picture.
    const std::size_t every = series.points.size() / kMostPoints + 1;
    for (std::size_t i = 0; i < series.points.size(); i += every) {
      const double x = px(series.points[i].x), y = py(series.points[i].y);
      if (series.mark == Mark::kSteps && i > 0) path += fmt::format("H{:.1f}", x);
      path += fmt::format("{}{:.1f},{:.1f}", i == 0 ? 'M' : 'L', x, y);
    }
    return path.empty() ? ""
                        : fmt::format("<path d=\"{}\" {}/>\n", path, stroke(series));
  }

  std::string dots(const Series& series) const {
    const double apart = series.mark == Mark::kSmallDots ? 3 * kSmallDot : 0;
    std::string out;
    double last_x = 0, last_y = -1;  // No dot is there.
    for (const Point& point : series.points) {
      const double x = px(point.x), y = py(point.y);
      if (y == last_y && std::abs(x - last_x) < apart) continue;
      out += dot(x, y, series);
      last_x = x;
      last_y = y;
    }
    return out;
  }

  std::string strokes(const Series& series) const {
    std::string path;
    for (const Point& point : series.points) {
      path += series.mark == Mark::kTicks
                  ? fmt::format("M{:.1f},{:.1f}v-8", px(point.x), bottom_)
                  : fmt::format("M{:.1f},{:.1f}v-{}", px(point.x),
                                py(point.y) + kStroke / 2, kStroke);
    }
    return fmt::format("<path d=\"{}\" {}/>\n", path, stroke(series));
  }

  std::string bars(const Series& series) const {
    std::string path;
    for (const Point& point : series.points) {
      path += fmt::format("M{:.1f},{:.1f}V{:.1f}", px(point.x), bottom_, py(point.y));
    }
    return fmt::format("<path d=\"{}\" {}/>\n", path, stroke(series));
  }

  const Chart& chart_;
  const std::vector<std::vector<const Series*>> legend_lines_;
  const double left_, right_, top_, bottom_;
  const Axis x_, y_;
};

constexpr const char* kStyle =
    "<style>text{font:12px sans-serif;fill:#222}"
    ".title{font-size:14px;font-weight:bold}.head{font-size:17px;font-weight:bold}"
    ".label{text-anchor:middle;fill:#444}.key{fill:#222}"
    ".grid{stroke:#e4e4e4;stroke-width:1}.axis{stroke:#444;stroke-width:1}</style>\n";

}  // namespace

std::string to_svg(const std::string& title, const std::vector<Chart>& charts) {
  const std::size_t columns = charts.size() > 1 ? 2 : 1;
  const std::size_t rows = (charts.size() + columns - 1) / columns;
  const double width = kPanelWidth * double(columns);
  const double height = kTitleHeight + kPanelHeight * double(rows);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "width=\"{0}\" height=\"{1}\">\n{2}<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n",
      width, height, kStyle);
  out += text(20, 28, "class=\"head\"", title);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    out += Panel(charts[i], kPanelWidth * double(i % columns),
                 kTitleHeight + kPanelHeight * double(i / columns))
               .draw();
  }
  return out + "</svg>\n";
}

}  // namespace curlew::sim
