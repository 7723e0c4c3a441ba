#include "schedule/estimate/population.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "schedule/estimate/paper_estimate.h"

namespace curlew::schedule {
namespace {

// Before anything is seen: times scatter as much as they last, and the means of two
// hosts differ by a factor of e, give or take.
constexpr double kVariation = 1;
constexpr double kBetweenHosts = 1;
// A host whose times scatter more than this is not known any better by it.
constexpr double kMostVariation = 5;
// Shorter means are not told apart: the crawl log has milliseconds.
constexpr double kShortest = 1e-4;

using Seen = std::vector<const DownloadTimes*>;

Seen seen_hosts(std::span<const PlannedHost> hosts) {
  Seen seen;
  for (const PlannedHost& host : hosts) {
    if (host.downloads.count > 0) seen.push_back(&host.downloads);
  }
  return seen;
}

double degrees_of(const DownloadTimes& times) {
  return times.deviation && times.count > 1 ? double(times.count - 1) : 0;
}

double squared_variation(const DownloadTimes& times) {
  if (!times.deviation) return 0;
  const double mean = std::max(times.mean.count(), kShortest);
  return std::pow(std::min(times.deviation->count() / mean, kMostVariation), 2);
}

double pooled_variation(const Seen& seen) {
  double squares = kPriorDownloads * kVariation * kVariation;
  double weight = kPriorDownloads;
  for (const DownloadTimes* times : seen) {
    squares += degrees_of(*times) * squared_variation(*times);
    weight += degrees_of(*times);
  }
  return std::sqrt(squares / weight);
}

double mean_log_mean(const Seen& seen, const Population& population) {
  double sum = 0;
  for (const DownloadTimes* times : seen) sum += told_log_mean(*times, population);
  return sum / double(seen.size());
}

// How much the hosts' true means differ: what their seen means do, less what chance
// makes of equal ones. Without that, the longest of many uncertain hosts would be
// overestimated by a fifth.
double between_hosts(const Seen& seen, const Population& population) {
  double squares = 0;
  for (const DownloadTimes* times : seen) {
    const double difference = told_log_mean(*times, population) - population.log_mean;
    squares += difference * difference - error_of(*times, population);
  }
  const double count = double(seen.size());
  // What is known beforehand counts for less the more hosts there are.
  const double prior = 1 / count;
  return std::sqrt((std::max(squares, 0.0) + prior * kBetweenHosts * kBetweenHosts) /
                   (count - 1 + prior));
}

double error_of_log_mean(const Seen& seen, const Population& population) {
  double squares = 0;
  for (const DownloadTimes* times : seen) {
    squares += std::pow(population.between, 2) + error_of(*times, population);
  }
  return std::sqrt(squares) / double(seen.size());
}

}  // namespace

Population population_of(std::span<const PlannedHost> hosts) {
  const Seen seen = seen_hosts(hosts);
  Population population{.log_mean = std::log(kPaperDownload.count()),
                        .between = kBetweenHosts,
                        .variation = pooled_variation(seen)};
  if (seen.empty()) return population;
  population.log_mean = mean_log_mean(seen, population);
  population.between = between_hosts(seen, population);
  population.log_mean_error = error_of_log_mean(seen, population);
  return population;
}

double variation_of(const DownloadTimes& times, const Population& population) {
  const double degrees = degrees_of(times);
  const double usual = population.variation * population.variation;
  const double squares = degrees * squared_variation(times) + kPriorDownloads * usual;
  return std::sqrt(squares / (degrees + kPriorDownloads));
}

double error_of(const DownloadTimes& times, const Population& population) {
  return std::pow(variation_of(times, population), 2) / double(times.count);
}

double seen_log_mean(const DownloadTimes& times) {
  return std::log(std::max(times.mean.count(), kShortest));
}

double told_log_mean(const DownloadTimes& times, const Population& population) {
  return seen_log_mean(times) + error_of(times, population) / 2;
}

}  // namespace curlew::schedule
