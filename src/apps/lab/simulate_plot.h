// The picture that `lab simulate --plot` draws.

#pragma once

#include <string>
#include <vector>

#include "apps/lab/simulate_options.h"
#include "sim/replay/contest.h"
#include "sim/replay/plot/figures.h"

namespace curlew::apps {

// `entries` are the policies on `sample`, whose histories follow the profiles' sources,
// then the histories'.
std::string draw_simulation(const Simulation& simulation, const sim::Sample& sample,
                            const std::vector<sim::Entry>& entries,
                            const std::vector<sim::Curve>& curves);

}  // namespace curlew::apps
