// What the hosts of a crawl have in common. A host of which little was seen is judged
// by what is usual among the others: how long they take, how much they differ, and how
// much the times of one host scatter.
//
// Means are logarithms of seconds (base e), so that "twice as slow" counts the same for
// fast and for slow hosts.

#pragma once

#include <span>

#include "schedule/estimate/crawl_plan.h"

namespace curlew::schedule {

struct Population {
  // The mean of the hosts' means.
  double log_mean = 0;
  // Deviation: so little is it known.
  double log_mean_error = 0;
  // Deviation of the hosts' true means around it.
  double between = 1;
  // Deviation over mean of one host's times.
  double variation = 1;
};

// Hosts without downloads tell nothing. When there are no others, the paper's default
// holds for all.
Population population_of(std::span<const PlannedHost> hosts);

// How downloads seen weigh against this many that are as usual.
inline constexpr double kPriorDownloads = 4;

// Deviation over mean of a host's times: its own, as far as enough were seen.
double variation_of(const DownloadTimes& times, const Population& population);

// How wrong the mean of the downloads seen is, as a variance of its logarithm. At least
// one must have been seen, as for those below.
double error_of(const DownloadTimes& times, const Population& population);

double seen_log_mean(const DownloadTimes& times);

// The logarithm of a host's true mean as its downloads tell it. Where times are skewed,
// few of them rarely hold a long one: in the mean their logarithm is half its variance
// too small.
double told_log_mean(const DownloadTimes& times, const Population& population);

}  // namespace curlew::schedule
