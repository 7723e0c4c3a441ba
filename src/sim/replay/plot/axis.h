// One axis of a chart: where a value lies, and at which values people want a line.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace curlew::sim {

enum class Scale { kLinear, kLog };

// How values are written. Durations are in seconds; counts are whole numbers.
enum class Unit { kPlain, kCount, kPercent, kDuration, kHourOfDay, kHourOfWeek };

struct AxisStyle {
  std::string label;
  Scale scale = Scale::kLinear;
  Unit unit = Unit::kPlain;
  // Without them the axis spans the data.
  std::optional<double> low, high;
  // Instead of numbers: the names of the values 0, 1, 2...
  std::vector<std::string> categories;
};

struct Tick {
  // 0: the axis's beginning, 1: its end.
  double at = 0;
  std::string text;
};

class Axis {
 public:
  // Values in [low, high] are to be shown. A logarithmic axis shows none below a
  // thousandth of a millionth of the highest.
  Axis(AxisStyle style, double low, double high);

  const AxisStyle& style() const { return style_; }
  // 0 to 1 for values on the axis; those outside are moved to its ends.
  double place(double value) const;
  std::vector<Tick> ticks() const;

 private:
  std::vector<double> values() const;
  std::vector<double> logarithmic_values() const;

  AxisStyle style_;
  double low_;
  double high_;
};

}  // namespace curlew::sim
