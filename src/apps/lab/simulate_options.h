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
};

Result<Simulation> read_simulation(const LabSimulateOptions& options);

}  // namespace curlew::apps
