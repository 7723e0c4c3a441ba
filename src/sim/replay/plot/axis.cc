#include "sim/replay/plot/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::sim {
namespace {

constexpr double kSecondsOfMinute = 60, kSecondsOfHour = 3600, kSecondsOfDay = 86'400;
constexpr std::array kDurations{1.0,
                                10.0,
                                kSecondsOfMinute,
                                10 * kSecondsOfMinute,
                                kSecondsOfHour,
                                6 * kSecondsOfHour,
                                kSecondsOfDay,
                                7 * kSecondsOfDay,
                                30 * kSecondsOfDay,
                                182 * kSecondsOfDay,
                                365 * kSecondsOfDay,
                                3650 * kSecondsOfDay};
constexpr std::array kDurationSteps{1.0,
                                    5.0,
                                    15.0,
                                    kSecondsOfMinute,
                                    5 * kSecondsOfMinute,
                                    15 * kSecondsOfMinute,
                                    kSecondsOfHour,
                                    2 * kSecondsOfHour,
                                    6 * kSecondsOfHour,
                                    12 * kSecondsOfHour,
                                    kSecondsOfDay,
                                    2 * kSecondsOfDay,
                                    7 * kSecondsOfDay,
                                    14 * kSecondsOfDay,
                                    30 * kSecondsOfDay,
                                    91 * kSecondsOfDay,
                                    182 * kSecondsOfDay,
                                    365 * kSecondsOfDay};
constexpr double kMostSteps = 7;
constexpr std::array<const char*, 7> kWeekdays{"Mon", "Tue", "Wed", "Thu",
                                               "Fri", "Sat", "Sun"};

// 1, 2 or 5 times a power of ten, so that there are at most kMostSteps of it.
double round_step(double span) {
  const double least = span / kMostSteps;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (power * times >= least) return power * times;
  }
  return power * 10;
}

double step_of(Unit unit, double span) {
  if (unit == Unit::kHourOfDay) return 3;
  if (unit == Unit::kHourOfWeek) return 24;
  if (unit == Unit::kCount) return std::max(1.0, round_step(span));
  if (unit != Unit::kDuration) return round_step(span);
  const auto fits = [span](double step) { return span / step <= kMostSteps; };
  const auto found = std::ranges::find_if(kDurationSteps, fits);
  return found == kDurationSteps.end() ? round_step(span) : *found;
}

std::vector<double> powers_of_ten(double low, double high) {
  std::vector<double> values;
  const bool is_short = high / low < 200;
  for (double power = std::pow(10, std::floor(std::log10(low))); power <= high;
       power *= 10) {
    values.push_back(power);
    if (is_short) values.insert(values.end(), {2 * power, 5 * power});
  }
  return values;
}

std::string plain_text(double value) {
  if (std::abs(value) >= 1e6) return fmt::format("{:g} M", value / 1e6);
  if (std::abs(value) >= 1e4) return fmt::format("{:g} k", value / 1e3);
  return fmt::format("{:g}", value);
}

std::string duration_text(double seconds) {
  if (seconds < kSecondsOfMinute) return fmt::format("{:g} s", seconds);
  if (seconds < kSecondsOfHour)
    return fmt::format("{:g} min", seconds / kSecondsOfMinute);
  if (seconds < kSecondsOfDay) return fmt::format("{:g} h", seconds / kSecondsOfHour);
  if (seconds < 365 * kSecondsOfDay)
    return fmt::format("{:g} d", seconds / kSecondsOfDay);
  return fmt::format("{:g} y", seconds / (365 * kSecondsOfDay));
}

std::string text_of(Unit unit, double value) {
  switch (unit) {
    case Unit::kPercent:
      return fmt::format("{:g} %", std::round(value * 1e6) / 1e4);
    case Unit::kDuration:
      return duration_text(value);
    case Unit::kHourOfDay:
      return fmt::format("{}:00", int(value));
    case Unit::kHourOfWeek:
      return value < 168 ? kWeekdays[std::size_t(value) / 24 % 7] : "";
    case Unit::kPlain:
    case Unit::kCount:
      break;
  }
  return plain_text(value);
}

}  // namespace

Axis::Axis(AxisStyle style, double low, double high) : style_(std::move(style)) {
  low_ = style_.low.value_or(low);
  high_ = style_.high.value_or(high);
  if (!style_.categories.empty()) {
    low_ = -0.5;
    high_ = double(style_.categories.size()) - 0.5;
  }
  if (style_.scale == Scale::kLog) {
    high_ = std::max(high_, 1e-9);
    low_ = std::clamp(low_, high_ * 1e-9, high_);
    if (low_ == high_) low_ /= 10;
  } else if (!(high_ > low_)) {
    high_ = low_ + 1;
  }
}

double Axis::place(double value) const {
  value = std::clamp(value, low_, high_);
  if (style_.scale == Scale::kLinear) return (value - low_) / (high_ - low_);
  return std::log(value / low_) / std::log(high_ / low_);
}

std::vector<double> Axis::values() const {
  if (style_.scale == Scale::kLog) {
    std::vector<double> values = logarithmic_values();
    const auto is_shown = [this](double value) {
      return value >= low_ && value <= high_;
    };
    // Between 2,100 and 4,800 there is none of them, and one says nothing of a scale.
    if (std::count_if(values.begin(), values.end(), is_shown) >= 2) return values;
  }
  std::vector<double> values;
  const double step = step_of(style_.unit, high_ - low_);
  for (double value = std::ceil(low_ / step - 1e-9) * step;
       value <= high_ + step * 1e-9; value += step) {
    values.push_back(std::abs(value) < step * 1e-9 ? 0 : value);  // Not "-0".
  }
  return values;
}

std::vector<double> Axis::logarithmic_values() const {
  if (style_.unit != Unit::kDuration) return powers_of_ten(low_, high_);
  return {kDurations.begin(), kDurations.end()};
}

std::vector<Tick> Axis::ticks() const {
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < style_.categories.size(); ++i) {
    ticks.push_back({place(double(i)), style_.categories[i]});
  }
  if (!ticks.empty()) return ticks;
  const double margin = 1e-9 * (high_ - low_);
  for (const double value : values()) {
    if (value < low_ - margin || value > high_ + margin) continue;
    ticks.push_back({place(value), text_of(style_.unit, value)});
  }
  return ticks;
}

}  // namespace curlew::sim
