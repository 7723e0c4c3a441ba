#include "schedule/estimate/download_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "schedule/estimate/paper_estimate.h"

namespace curlew::schedule {
namespace {

// Before anything is seen: times scatter as much as they last, and the means of two
// hosts differ by a factor of e, give or take. The logarithm's base is e throughout.
constexpr double kVariation = 1;
constexpr double kBetweenHosts = 1;
// What is known beforehand counts like so many downloads.
constexpr double kPriorDownloads = 4;
// A host is not today what it was yesterday: its mean moves by about this share.
constexpr double kDrift = 0.03;
// What no replay knows of: a busy machine, a network that is slower for everybody. The
// whole crawl takes longer or shorter by about this share.
constexpr double kUnmodelled = 0.04;
// Shorter means are not told apart: the crawl log has milliseconds.
constexpr double kShortest = 1e-4;

// What the hosts seen have in common.
struct Population {
  double log_mean = std::log(kPaperDownload.count());
  double log_mean_error = 0;       // Deviation: so little is it known.
  double between = kBetweenHosts;  // Deviation of the hosts' logarithmic means.
  double variation = kVariation;   // Deviation over mean, within a host.
};

double log_mean_of(const DownloadTimes& times) {
  return std::log(std::max(times.mean.count(), kShortest));
}

// Deviation over mean; downloads whose deviation is not known say nothing about it.
double seen_variation(const DownloadTimes& times) {
  return times.deviation->count() / std::max(times.mean.count(), kShortest);
}

double degrees_of(const DownloadTimes& times) {
  return times.deviation && times.count > 1 ? double(times.count - 1) : 0;
}

double pooled_variation(std::span<const PlannedHost> hosts) {
  double squares = kPriorDownloads * kVariation * kVariation;
  double weight = kPriorDownloads;
  for (const PlannedHost& host : hosts) {
    const double degrees = degrees_of(host.downloads);
    if (degrees == 0) continue;
    squares += degrees * std::pow(seen_variation(host.downloads), 2);
    weight += degrees;
  }
  return std::sqrt(squares / weight);
}

double variation_of(const DownloadTimes& times, const Population& population) {
  const double degrees = degrees_of(times);
  const double own = degrees > 0 ? seen_variation(times) : 0;
  const double squares =
      degrees * own * own + kPriorDownloads * std::pow(population.variation, 2);
  return std::sqrt(squares / (degrees + kPriorDownloads));
}

// How wrong the mean of the downloads seen is, as a variance of its logarithm.
double error_of(const DownloadTimes& times, const Population& population) {
  return std::pow(variation_of(times, population), 2) / double(times.count);
}

// The logarithm of a host's mean as its downloads tell it. Where times are skewed, few
// of them rarely hold a long one: in the mean their logarithm is half its variance too
// small.
double told_log_mean(const DownloadTimes& times, const Population& population) {
  return log_mean_of(times) + error_of(times, population) / 2;
}

// How much the hosts' true means differ: what their seen means do, less what chance
// makes of equal ones.
double between_hosts(std::span<const PlannedHost> hosts, const Population& population,
                     double seen) {
  double squares = 0;
  for (const PlannedHost& host : hosts) {
    if (host.downloads.count == 0) continue;
    const double difference =
        told_log_mean(host.downloads, population) - population.log_mean;
    squares += difference * difference - error_of(host.downloads, population);
  }
  // What is known beforehand counts for less the more hosts there are: one in all.
  const double prior = 1 / seen;
  return std::sqrt((std::max(squares, 0.0) + prior * kBetweenHosts * kBetweenHosts) /
                   (seen - 1 + prior));
}

Population population_of(std::span<const PlannedHost> hosts) {
  Population population;
  population.variation = pooled_variation(hosts);
  double sum = 0;
  double seen = 0;
  for (const PlannedHost& host : hosts) {
    if (host.downloads.count == 0) continue;
    sum += told_log_mean(host.downloads, population);
    ++seen;
  }
  if (seen == 0) return population;
  population.log_mean = sum / seen;
  population.between = between_hosts(hosts, population, seen);
  double squares = 0;
  for (const PlannedHost& host : hosts) {
    if (host.downloads.count == 0) continue;
    squares += std::pow(population.between, 2) + error_of(host.downloads, population);
  }
  population.log_mean_error = std::sqrt(squares) / seen;
  return population;
}

// Two independent standard normal numbers cost little more than one; one is enough.
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

// Neighbouring seeds are to give unrelated numbers.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t host) {
  return (seed + 1) * 0x9e3779b97f4a7c15 ^ (host + 1) * 0xc2b2ae3d27d4eb4f;
}

}  // namespace

DownloadModel::DownloadModel(std::span<const PlannedHost> hosts)
    : hosts_(hosts), worlds_(hosts.size()) {
  const Population population = population_of(hosts);
  const double between = population.between * population.between;
  beliefs_.reserve(hosts.size());
  for (const PlannedHost& host : hosts) {
    const DownloadTimes& times = host.downloads;
    const double count = double(times.count);
    const double variation = variation_of(times, population);
    // The mean of `count` downloads is right to this; weigh it against the population.
    const double error = times.count == 0 ? 0 : error_of(times, population);
    const double trust = times.count == 0 ? 0 : between / (between + error);
    const double own =
        times.count == 0 ? 0 : told_log_mean(times, population) - trust * error;
    beliefs_.push_back(
        {.log_mean = trust * own + (1 - trust) * population.log_mean,
         .common_deviation = (1 - trust) * population.log_mean_error,
         .log_mean_deviation = std::sqrt((1 - trust) * between + kDrift * kDrift),
         .shape_sigma = std::sqrt(std::log1p(variation * variation)),
         .borrowed =
             times.seen.empty() ? 1 : kPriorDownloads / (kPriorDownloads + count)});
  }
}

void DownloadModel::imagine(std::uint64_t seed) {
  Random common(mixed(seed, hosts_.size()));
  pace_ = std::exp(kUnmodelled * normal(common));
  const double population = normal(common);
  for (std::size_t host = 0; host < worlds_.size(); ++host) {
    World& world = worlds_[host];
    const Belief& belief = beliefs_[host];
    world.random = Random(mixed(seed, host));
    world.log_mean = belief.log_mean + belief.common_deviation * population +
                     belief.log_mean_deviation * normal(world.random);
  }
}

Seconds DownloadModel::draw(std::size_t host) {
  World& world = worlds_[host];
  const Belief& belief = beliefs_[host];
  if (belief.borrowed == 1 || world.random.uniform() < belief.borrowed) {
    const double sigma = belief.shape_sigma;
    const double shape = sigma * normal(world.random) - sigma * sigma / 2;
    return Seconds(std::exp(world.log_mean + shape));
  }
  const DownloadTimes& times = hosts_[host].downloads;
  const double seen = times.seen[world.random.below(times.seen.size())];
  return Seconds(seen * std::exp(world.log_mean - log_mean_of(times)));
}

}  // namespace curlew::schedule
