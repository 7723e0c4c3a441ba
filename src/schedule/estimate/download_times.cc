#include "schedule/estimate/download_times.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::schedule {
namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double deviation_of(const std::vector<double>& values, double mean) {
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / double(values.size() - 1));
}

// The middle of each of kTimesKept equal parts.
std::vector<double> thinned(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::vector<double> kept(kTimesKept);
  for (std::size_t i = 0; i < kTimesKept; ++i) {
    kept[i] = values[(2 * i + 1) * values.size() / (2 * kTimesKept)];
  }
  return kept;
}

}  // namespace

DownloadTimes summarise(std::span<const Seconds> times) {
  DownloadTimes summary;
  summary.count = times.size();
  if (times.empty()) return summary;
  std::vector<double> values;
  values.reserve(times.size());
  for (const Seconds time : times) values.push_back(time.count());
  const double mean = mean_of(values);
  summary.mean = Seconds(mean);
  if (values.size() > 1) summary.deviation = Seconds(deviation_of(values, mean));
  if (values.size() > kTimesKept) {
    values = thinned(std::move(values));
    const double kept = mean_of(values);
    if (kept > 0) {
      for (double& value : values) value *= mean / kept;
    }
  }
  summary.seen.assign(values.begin(), values.end());
  return summary;
}

}  // namespace curlew::schedule
