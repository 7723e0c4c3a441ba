#include "base/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"

namespace curlew {
namespace {

// Not in any value of a label.
constexpr char kBetweenLabels = '\x1f';

// The series of one kind of metric. Looking one up by its labels at prometheus-cpp
// makes a map of them each time; here it is one text.
template <typename T>
class SeriesOfKind {
 public:
  template <typename Make, typename... Args>
  T& find(const Metric& metric, Metrics::Labels values, Make make,
          const Args&... args) {
    Family& family = families_[metric.name];
    if (!family.made) family.made = &make();
    std::string key;
    for (const std::string_view value : values) {
      key.append(value) += kBetweenLabels;
    }
    const auto known = family.series.find(key);
    if (known != family.series.end()) return *known->second;
    const bool is_full = family.series.size() >= Metrics::kMostSeries;
    T& made = family.made->Add(labels_of(metric, values, is_full), args...);
    if (!is_full) family.series.emplace(std::move(key), &made);
    return made;
  }

 private:
  struct Family {
    prometheus::Family<T>* made = nullptr;
    std::unordered_map<std::string, T*> series;
  };

  static prometheus::Labels labels_of(const Metric& metric, Metrics::Labels values,
                                      bool is_full) {
    prometheus::Labels labels;
    std::size_t i = 0;
    for (const std::string_view value : values) {
      CHECK(i < metric.labels.size() && !metric.labels[i].empty());
      labels.emplace(metric.labels[i++], is_full ? "other" : value);
    }
    return labels;
  }

  std::unordered_map<std::string_view, Family> families_;
};

}  // namespace

struct Metrics::State {
  mutable std::mutex mutex;
  prometheus::Registry registry;
  SeriesOfKind<prometheus::Counter> counters;
  SeriesOfKind<prometheus::Gauge> gauges;
  SeriesOfKind<prometheus::Histogram> histograms;

  prometheus::Counter& counter(const Metric& metric, Labels labels) {
    return counters.find(
        metric, labels, [&]() -> auto& {
          return prometheus::BuildCounter()
              .Name(std::string(metric.name))
              .Help(std::string(metric.help))
              .Register(registry);
        });
  }
  prometheus::Gauge& gauge(const Metric& metric, Labels labels) {
    return gauges.find(
        metric, labels, [&]() -> auto& {
          return prometheus::BuildGauge()
              .Name(std::string(metric.name))
              .Help(std::string(metric.help))
              .Register(registry);
        });
  }
  prometheus::Histogram& histogram(const Metric& metric, Labels labels) {
    return histograms.find(
        metric, labels,
        [&]() -> auto& {
          return prometheus::BuildHistogram()
              .Name(std::string(metric.name))
              .Help(std::string(metric.help))
              .Register(registry);
        },
        prometheus::Histogram::BucketBoundaries(metric.buckets.begin(),
                                                metric.buckets.end()));
  }
};

Metrics::Metrics() : state_(std::make_unique<State>()) {}
Metrics::~Metrics() = default;

void Metrics::add(const Metric& counter, double by, Labels labels) {
  const std::lock_guard lock(state_->mutex);
  state_->counter(counter, labels).Increment(by);
}

void Metrics::raise_to(const Metric& counter, double value, Labels labels) {
  const std::lock_guard lock(state_->mutex);
  auto& series = state_->counter(counter, labels);
  if (value > series.Value()) series.Increment(value - series.Value());
}

void Metrics::set(const Metric& gauge, double value, Labels labels) {
  const std::lock_guard lock(state_->mutex);
  state_->gauge(gauge, labels).Set(value);
}

void Metrics::observe(const Metric& histogram, double value, Labels labels) {
  const std::lock_guard lock(state_->mutex);
  state_->histogram(histogram, labels).Observe(value);
}

void Metrics::show(const Metric& histogram, Labels labels) {
  const std::lock_guard lock(state_->mutex);
  (void)state_->histogram(histogram, labels);
}

std::string Metrics::text() const {
  return prometheus::TextSerializer().Serialize(state_->registry.Collect());
}

}  // namespace curlew
