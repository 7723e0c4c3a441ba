// The words of `lab simulate` read and checked.

#pragma once

#include <string>
#include <vector>

#include "apps/lab/lab.h"
#include "sim/replay/contest.h"

namespace curlew::apps {

struct Simulation {
  std::vector<std::string> policies;
  sim::SampleOptions sample;
  sim::ContestOptions contest;
  // Sources to draw, by their numbers.
  std::vector<std::int64_t> profiles;
  std::vector<std::int64_t> histories;
};

Result<Simulation> read_simulation(const LabSimulateOptions& options);

}  // namespace curlew::apps
