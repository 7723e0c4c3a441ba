#include "schedule/estimate/download_model.h"

#include <cmath>
#include <numbers>

namespace curlew::schedule {
namespace {

// A host is not today what it was yesterday: its mean moves by about this share.
constexpr double kDrift = 0.03;
// What no replay knows of: a busy machine, a network that is slower for everybody. The
// whole crawl takes longer or shorter by about this share.
constexpr double kUnmodelled = 0.04;

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
  beliefs_.reserve(hosts.size());
  for (const PlannedHost& host : hosts) {
    beliefs_.push_back(believe(host.downloads, population));
  }
}

// The usual estimate of one of many means: its own is trusted as far as it is more
// certain than that hosts are alike.
DownloadModel::Belief DownloadModel::believe(const DownloadTimes& times,
                                             const Population& population) {
  const double between = population.between * population.between;
  const double variation = variation_of(times, population);
  Belief belief{.log_mean = population.log_mean,
                .common_deviation = population.log_mean_error,
                .own_deviation = std::hypot(population.between, kDrift),
                .shape_sigma = std::sqrt(std::log1p(variation * variation))};
  if (times.count == 0) return belief;
  const double error = error_of(times, population);
  const double trust = between / (between + error);
  // Less the variance that worlds will add to it, so that their times are, in the mean,
  // as long as those seen.
  const double own = told_log_mean(times, population) - trust * error;
  belief.log_mean = trust * own + (1 - trust) * population.log_mean;
  belief.common_deviation = (1 - trust) * population.log_mean_error;
  belief.own_deviation = std::hypot(std::sqrt((1 - trust) * between), kDrift);
  if (!times.seen.empty()) {
    belief.borrowed = kPriorDownloads / (kPriorDownloads + double(times.count));
  }
  return belief;
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
                     belief.own_deviation * normal(world.random);
  }
}

Seconds DownloadModel::draw(std::size_t host) {
  World& world = worlds_[host];
  const Belief& belief = beliefs_[host];
  if (world.random.uniform() < belief.borrowed) {
    const double sigma = belief.shape_sigma;
    const double shape = sigma * normal(world.random) - sigma * sigma / 2;
    return Seconds(std::exp(world.log_mean + shape));
  }
  const DownloadTimes& times = hosts_[host].downloads;
  const double seen = times.seen[world.random.below(times.seen.size())];
  return Seconds(seen * std::exp(world.log_mean - seen_log_mean(times)));
}

}  // namespace curlew::schedule
