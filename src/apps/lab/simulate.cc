#include <fmt/format.h>

#include <algorithm>

#include "apps/lab/lab.h"
#include "apps/lab/simulate_options.h"
#include "apps/lab/simulate_plot.h"
#include "apps/lab/simulate_table.h"
#include "apps/output/progress.h"
#include "apps/whole_file.h"
#include "sim/replay/contest.h"
#include "sim/replay/trace.h"

namespace curlew::apps {
namespace {

// Shows the days of a run as a bar. A search for a price goes round several times.
class DayBar {
 public:
  DayBar(const std::string& policy, const sim::Window& window, const Clock& clock)
      : days_(std::size_t((window.end - window.start) / std::chrono::days(1)) + 1),
        progress_(policy, days_, clock) {}

  void pass_day() {
    if (passed_++ < days_) progress_.advance(1);
  }

 private:
  const std::size_t days_;
  Progress progress_;
  std::size_t passed_ = 0;
};

// All policies on the samples of the seeds from that of the options on.
class Simulator {
 public:
  Simulator(const sim::Trace& trace, const Simulation& simulation)
      : trace_(trace), simulation_(simulation) {}

  Result<void> take_samples(std::size_t count) {
    sim::SampleOptions options = simulation_.sample;
    for (std::size_t i = 0; i < count; ++i, ++options.seed) {
      TRY_ASSIGN(sim::Sample sample, sim::take_sample(trace_, options));
      samples_.push_back(std::move(sample));
    }
    return {};
  }

  Result<SimulatedRow> run(const std::string& policy) {
    SimulatedRow row{.policy = policy};
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      TRY_ASSIGN(sim::Entry entry, run_on(i, policy));
      row.scores.push_back(entry.card.score);
      row.price = entry.price;
      if (i > 0) continue;
      const auto& delays = entry.card.delays;
      const std::size_t shown = std::min<std::size_t>(delays.size(), 10);
      row.longest_waits.assign(delays.rbegin(),
                               delays.rbegin() + std::ptrdiff_t(shown));
      row.subscriber_delay = subscriber_delay(samples_[0], entry.card);
      if (is_documents()) row.details = details_of(samples_[0], entry);
      entries_.push_back(std::move(entry));
    }
    if (const auto shown = simulation_.contest.replay.items_shown; shown > 0) {
      row.unavoidable = sim::unavoidable_losses(samples_.back(), shown);
    }
    return row;
  }

  // Of the first sample.
  Result<std::string> draw() {
    std::vector<sim::Curve> curves;
    for (const sim::Entry& entry : entries_) {
      if (!is_documents()) break;
      DayBar bar(entry.policy + " at other prices", samples_[0].window, clock_);
      sim::ContestOptions options = simulation_.contest;
      options.replay.day_passed = [&bar] { bar.pass_day(); };
      TRY_ASSIGN(auto scores, sim::run_at_prices(entry.policy, samples_[0], options));
      curves.push_back({entry.policy, std::move(scores)});
    }
    return draw_simulation(simulation_, samples_[0], entries_, curves);
  }

 private:
  bool is_documents() const {
    return simulation_.contest.replay.objective != model::Objective::kDelay;
  }

  // Nullopt where nobody is known to wait.
  std::optional<Seconds> subscriber_delay(const sim::Sample& sample,
                                          const sim::Scorecard& card) const {
    const auto& subscribers = simulation_.contest.replay.subscribers;
    Seconds waited{0};
    double articles = 0;
    for (std::size_t place = 0; place < card.sources.size(); ++place) {
      const double count = sim::subscribers_of(subscribers, sample.sources[place]->id);
      waited += card.sources[place].waited * count;
      articles += card.sources[place].delays * count;
    }
    if (articles == 0) return std::nullopt;
    return waited / articles;
  }

  Result<sim::Entry> run_on(std::size_t place, const std::string& policy) {
    const sim::Sample& sample = samples_[place];
    DayBar bar(policy, sample.window, clock_);
    sim::ContestOptions options = simulation_.contest;
    options.replay.seed += place;
    options.replay.day_passed = [&bar] { bar.pass_day(); };
    for (const std::int64_t source : simulation_.sample.with) {
      TRY_ASSIGN(const std::size_t followed, sim::place_of(sample, source));
      options.replay.followed.push_back(followed);
    }
    if (is_documents() && simulation_.sample.with.empty()) {
      options.replay.followed.push_back(typical_document(sample));
    }
    return sim::run_policy(policy, sample, options);
  }

  const sim::Trace& trace_;
  const Simulation& simulation_;
  const SystemClock clock_;
  std::vector<sim::Sample> samples_;
  std::vector<sim::Entry> entries_;  // Of the first sample, for the plot.
};

}  // namespace

Result<void> lab_simulate(const LabSimulateOptions& options, std::FILE* out) {
  TRY_ASSIGN(const Simulation simulation, read_simulation(options));
  TRY_ASSIGN(const sim::Trace trace, sim::read_trace(options.trace));
  Simulator simulator(trace, simulation);
  TRY(simulator.take_samples(options.samples));
  std::vector<SimulatedRow> rows;
  for (const std::string& policy : simulation.policies) {
    TRY_ASSIGN(SimulatedRow row, simulator.run(policy));
    if (options.json) print_simulated_json(row, out);
    rows.push_back(std::move(row));
  }
  if (!options.json) print_simulated_table(rows, out);
  if (options.plot.empty()) return {};
  TRY_ASSIGN(const std::string picture, simulator.draw());
  return write_whole_file(options.plot, picture, Overwrite::kYes);
}

}  // namespace curlew::apps
