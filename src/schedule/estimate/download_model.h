// Possible worlds to replay a crawl in. Two things are unknown of the next crawl: which
// times the downloads will take (chance), and how far the few times seen tell a host's
// true mean (ignorance). imagine() settles the second for all hosts, draw() the first
// for one download.
//
// The mean of a host is estimated from its own downloads and, as far as these are few,
// from those of the other hosts; so is its spread. A host never seen is like any other.
//
// Each host draws from a sequence of its own: its third document takes equally long in
// one world, whatever the limits and the other hosts are. Not thread-safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "schedule/estimate/crawl_plan.h"
#include "schedule/estimate/population.h"

namespace curlew::schedule {

class DownloadModel {
 public:
  // `hosts` must outlive the model.
  explicit DownloadModel(std::span<const PlannedHost> hosts);

  void imagine(std::uint64_t seed);
  Seconds draw(std::size_t host);
  // So many times as long as its replay does a crawl take in this world.
  double pace() const { return pace_; }

 private:
  // Of one host.
  struct Belief {
    double log_mean = 0;
    // Of log_mean, shared with all other hosts.
    double common_deviation = 0;
    // Of log_mean, the host's own.
    double own_deviation = 0;
    // Of the log-normal that stands in for times not seen.
    double shape_sigma = 0;
    // How often it does.
    double borrowed = 1;
  };
  struct World {
    Random random{0};
    double log_mean = 0;
  };

  static Belief believe(const DownloadTimes& times, const Population& population);

  std::span<const PlannedHost> hosts_;
  std::vector<Belief> beliefs_;
  std::vector<World> worlds_;
  double pace_ = 1;
};

}  // namespace curlew::schedule
