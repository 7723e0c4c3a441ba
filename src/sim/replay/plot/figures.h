// The charts that `lab simulate --plot` draws.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/replay/contest.h"
#include "sim/replay/plot/chart.h"

namespace curlew::sim {

// Policies have the same colour in all charts of a file, ours the same in all files.
std::size_t colour_of(std::span<const Entry> entries, std::size_t place);

// Feeds: how long items waited, what was pending by hour of day and day by day (RSS-A
// figures 6 and 7), the ten longest waits.
std::vector<Chart> feed_charts(std::span<const Entry> entries);

// A policy at several prices.
struct Curve {
  std::string policy;
  std::vector<Score> scores;
};

// Documents: recall against downloads, precision against recall (WOD figure 4), both by
// class of mean change interval (WOD figures 5 and 6), and both over time.
std::vector<Chart> document_charts(const Sample& sample, std::span<const Entry> entries,
                                   std::span<const Curve> curves);

// When in the week one source publishes, and what the policies have learned of it; for
// one of Entry::followed.
Chart profile_chart(const Sample& sample, std::span<const Entry> entries,
                    std::size_t followed);

// One document's changes, and below them each policy's downloads, with what they caught
// and missed (WOD figure 3); for one of Entry::followed.
Chart capture_chart(const Sample& sample, std::span<const Entry> entries,
                    std::size_t followed);

// How a policy's variables and its waits follow one source (RSS-A figures 4 and 5).
Chart history_chart(const Sample& sample, const Entry& entry, std::size_t followed);

}  // namespace curlew::sim
