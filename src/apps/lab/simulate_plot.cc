#include "apps/lab/simulate_plot.h"

#include <fmt/format.h>

#include <iterator>

namespace curlew::apps {
namespace {

std::string title_of(const Simulation& simulation, const sim::Sample& sample) {
  const sim::Window& window = sample.window;
  const auto date = [](Time time) { return to_iso8601(time).substr(0, 10); };
  std::string title = fmt::format("{} sources, {} to {}", sample.sources.size(),
                                  date(window.begin), date(window.end));
  const schedule::BudgetOptions& budget = simulation.contest.replay.budget;
  if (budget.kind != schedule::BudgetKind::kUnlimited) {
    const bool is_day = budget.kind == schedule::BudgetKind::kPerDay;
    title += fmt::format(", {:g} % of them visited per hour, budget kept by the {}",
                         budget.share_per_hour * 100, is_day ? "day" : "tick");
  }
  return title;
}

}  // namespace

std::string draw_simulation(const Simulation& simulation, const sim::Sample& sample,
                            const std::vector<sim::Entry>& entries,
                            const std::vector<sim::Curve>& curves) {
  const bool is_feeds = simulation.contest.replay.objective == model::Objective::kDelay;
  std::vector<sim::Chart> charts =
      is_feeds ? sim::feed_charts(entries) : document_charts(sample, entries, curves);
  const std::size_t profiles = simulation.profiles.size();
  for (std::size_t i = 0; i < profiles; ++i) {
    charts.push_back(sim::profile_chart(sample, entries, i));
  }
  const std::size_t followed = entries.empty() ? 0 : entries.front().followed.size();
  for (std::size_t i = profiles; i < followed; ++i) {
    if (!is_feeds) charts.push_back(sim::capture_chart(sample, entries, i));
    for (const sim::Entry& entry : entries) {
      if (is_feeds) charts.push_back(sim::history_chart(sample, entry, i));
    }
  }
  return sim::to_svg(title_of(simulation, sample), charts);
}

}  // namespace curlew::apps
