#include <fmt/format.h>

#include "apps/lab/lab.h"
#include "apps/lab/simulate_options.h"
#include "apps/lab/simulate_table.h"
#include "apps/output/progress.h"
#include "sim/replay/contest.h"
#include "sim/replay/trace.h"

namespace curlew::apps {
namespace {

class Simulator {
 public:
  Simulator(const sim::Trace& trace, Simulation simulation)
      : trace_(trace), simulation_(std::move(simulation)) {}

  Result<SimulatedRow> run(const std::string& policy, std::size_t samples) {
    SimulatedRow row{.policy = policy};
    const std::uint64_t seed = simulation_.sample.seed;
    for (std::size_t i = 0; i < samples; ++i) {
      simulation_.sample.seed = simulation_.contest.replay.seed = seed + i;
      TRY_ASSIGN(const sim::Sample sample,
                 sim::take_sample(trace_, simulation_.sample));
      TRY_ASSIGN(const sim::Entry entry, run_one(policy, sample));
      row.scores.push_back(entry.card.score);
      row.price = entry.price;
      if (const auto shown = simulation_.contest.replay.items_shown; shown > 0) {
        row.unavoidable = sim::unavoidable_losses(sample, shown);
      }
    }
    simulation_.sample.seed = simulation_.contest.replay.seed = seed;
    return row;
  }

 private:
  // A search for a price shows the bar of each of its runs anew.
  Result<sim::Entry> run_one(const std::string& policy, const sim::Sample& sample) {
    const sim::Window& window = sample.window;
    const auto days =
        static_cast<std::size_t>((window.end - window.start) / std::chrono::days(1)) +
        1;
    Progress progress(policy, days, clock_);
    sim::ContestOptions& options = simulation_.contest;
    std::size_t passed = 0;
    options.replay.day_passed = [&] {
      if (passed++ < days) progress.advance(1);
    };
    auto entry = sim::run_policy(policy, sample, options);
    options.replay.day_passed = nullptr;
    return entry;
  }

  const sim::Trace& trace_;
  Simulation simulation_;
  const SystemClock clock_;
};

}  // namespace

Result<void> lab_simulate(const LabSimulateOptions& options, std::FILE* out) {
  TRY_ASSIGN(Simulation simulation, read_simulation(options));
  TRY_ASSIGN(const sim::Trace trace, sim::read_trace(options.trace));
  Simulator simulator(trace, simulation);
  std::vector<SimulatedRow> rows;
  for (const std::string& policy : simulation.policies) {
    TRY_ASSIGN(SimulatedRow row, simulator.run(policy, options.samples));
    if (options.json) print_simulated_json(row, out);
    rows.push_back(std::move(row));
  }
  if (!options.json) print_simulated_table(rows, out);
  return {};
}

}  // namespace curlew::apps
