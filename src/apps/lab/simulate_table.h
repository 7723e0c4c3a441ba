// The rows of `lab simulate`, for people and for machines.

#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "apps/lab/simulate_details.h"
#include "base/time.h"
#include "sim/replay/contest.h"

namespace curlew::apps {

// One policy on one or several samples.
struct SimulatedRow {
  std::string policy;
  // One a sample.
  std::vector<sim::Score> scores;
  // What a visit cost at the end of the last sample; 0 when there was no price.
  double price = 0;
  // Of the last sample, too, where feeds are short: what even visits every hour lose.
  std::optional<std::size_t> unavoidable;
  // What a subscriber waits for an article in the mean; of the first sample.
  std::optional<Seconds> subscriber_delay;
  // The longest waits of the first sample, longest first.
  std::vector<Milliseconds> longest_waits;
  // Of documents.
  std::optional<SimulatedDetails> details;
};

// Means, and with several samples their spread behind "±": one standard deviation.
void print_simulated_table(const std::vector<SimulatedRow>& rows, std::FILE* out);
void print_simulated_json(const SimulatedRow& row, std::FILE* out);

}  // namespace curlew::apps
