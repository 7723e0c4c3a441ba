// What a process counts and measures, in the words of Prometheus: counters, gauges and
// histograms, which a server fetches every few seconds as text. docs/metrics.md names
// them all.
//
//   inline constexpr Metric kVisits{"curlew_visits_total", Metric::Kind::kCounter,
//                                   "Visits that were committed.", {"outcome"}};
//   metrics.add(kVisits, 1, {"fetched"});
//
// Values of labels are ours, from short lists: an address or a title as a label would
// make a series of each, and show it to whoever may read the figures. Of one metric
// only so many series are kept; what comes beyond them is counted as "other".
// prometheus-cpp stays in metrics.cc, since its headers are slow to compile.

#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace curlew {

struct Metric {
  enum class Kind { kCounter, kGauge, kHistogram };

  std::string_view name;
  Kind kind = Kind::kCounter;
  std::string_view help;
  // Names of its labels; empty ones are none.
  std::array<std::string_view, 2> labels = {};
  // Of a histogram: upper bounds, ascending.
  std::span<const double> buckets = {};
};

// Thread-safe.
class Metrics {
 public:
  // Values of the labels, in the order of their names.
  using Labels = std::initializer_list<std::string_view>;
  static constexpr std::size_t kMostSeries = 1'000;

  Metrics();
  ~Metrics();

  // Of a counter; by 0 it is shown from now on.
  void add(const Metric& counter, double by = 1, Labels labels = {});
  // Of a counter that is counted elsewhere, such as the processor time of the process.
  // It never goes back.
  void raise_to(const Metric& counter, double value, Labels labels = {});
  void set(const Metric& gauge, double value, Labels labels = {});
  void observe(const Metric& histogram, double value, Labels labels = {});
  // A histogram without a value is shown from now on.
  void show(const Metric& histogram, Labels labels = {});

  // All of it in the text format, version 0.0.4.
  std::string text() const;

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

inline constexpr std::string_view kMetricsType =
    "text/plain; version=0.0.4; charset=utf-8";

}  // namespace curlew
