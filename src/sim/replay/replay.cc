#include "sim/replay/replay.h"

#include <limits>
#include <utility>

namespace curlew::sim {
namespace {

using schedule::BudgetKind;

constexpr std::uint64_t kStaggeredOver = 144;  // Ticks: a day of the usual ones.

bool has_price(const schedule::Policy& policy, const ReplayOptions& options) {
  return policy.first_price(options.budget.share_per_hour) > 0;
}

schedule::Planner make_planner(std::unique_ptr<schedule::Policy> policy,
                               const ReplayOptions& options) {
  schedule::PlannerOptions planner;
  planner.tick = options.tick;
  planner.budget = schedule::budget_for(*policy, options.budget);
  planner.price = options.price;
  planner.constraints.minimum_gap = options.minimum_gap;
  return schedule::Planner(planner, std::move(policy), Random(options.seed + 1));
}

class Replay {
 public:
  Replay(const Sample& sample, std::unique_ptr<schedule::Policy> policy,
         const ReplayOptions& options)
      : sample_(sample),
        options_(options),
        has_price_(has_price(*policy, options)),
        is_stepwise_(!is_exact()),
        planner_(make_planner(std::move(policy), options)),
        tally_(sample, is_feeds() ? EventKind::kItems : EventKind::kChanges,
               options.items_shown),
        faults_(options.faults, sample.window, sample.sources.size(),
                options.seed + 2) {
    for (const std::size_t place : options.followed)
      followed_.push_back({place, {}, {}});
  }

  Replayed run() {
    is_feeds() ? start_cold() : copy_all();
    Time day = sample_.window.start;
    for (Time now = sample_.window.start; now < sample_.window.end; now = next(now)) {
      visit_due(now);
      for (; day <= now; day += std::chrono::days(1)) {
        if (options_.day_passed) options_.day_passed();
      }
    }
    conclude();
    return {tally_.finish(), has_price_ ? planner_.price() : 0, std::move(followed_)};
  }

 private:
  bool is_feeds() const { return options_.objective == model::Objective::kDelay; }

  bool is_exact() const {
    return !is_feeds() && options_.budget.kind == BudgetKind::kUnlimited &&
           options_.faults.clock == ClockFaults::kNone && !has_price_;
  }

  // When something may happen again.
  Time next(Time now) const {
    if (is_stepwise_) return now + options_.tick;
    const auto due = planner_.next_due(now);
    return due ? std::max(*due, now + Milliseconds(1)) : sample_.window.end;
  }

  schedule::Plan watch(std::size_t place, Time first) {
    schedule::Plan plan;
    plan.weight =
        float(1 + options_.subscriber_weight *
                      subscribers_of(options_.subscribers, sample_.sources[place]->id));
    planner_.plan_first_visit(plan, first);
    planner_.watch({source_id(place), sample_.sources[place]->name}, plan);
    return plan;
  }

  void start_cold() {
    for (std::size_t place = 0; place < sample_.sources.size(); ++place) {
      watch(place, faults_.wall_clock(sample_.window.start) +
                       options_.tick * random_.below(kStaggeredOver));
    }
  }

  void copy_all() {
    for (std::size_t place = 0; place < sample_.sources.size(); ++place) {
      const schedule::Plan plan = watch(place, sample_.window.start);
      const schedule::VisitFacts facts{.at = sample_.window.start};
      planner_.settle(source_id(place), planner_.judge(source_id(place), plan, facts));
    }
  }

  void visit_due(Time now) {
    const Time wall = faults_.wall_clock(now);
    constexpr auto kAll = std::numeric_limits<std::size_t>::max();
    for (const model::SourceId source : planner_.take_due(wall, kAll)) {
      visit(source, now, wall);
    }
  }

  void visit(model::SourceId source, Time now, Time wall) {
    const auto place = static_cast<std::size_t>(source.value - 1);
    schedule::VisitFacts facts{.at = wall, .outcome = faults_.outcome(place, now)};
    if (model::is_success(facts.outcome)) {
      see(place, tally_.visit(place, now), facts);
    } else {
      tally_.fail(place, now);
    }
    const schedule::Plan plan = *planner_.find(source);
    const schedule::Verdict verdict = planner_.judge(source, plan, facts);
    planner_.settle(source, verdict);
    if (!followed_.empty()) note(place, now, facts, verdict.plan);
  }

  void note(std::size_t place, Time now, const schedule::VisitFacts& facts,
            const schedule::Plan& plan) {
    for (SourceHistory& history : followed_) {
      if (history.place != place) continue;
      history.visits.push_back(
          {now, facts.new_items, plan.due, planner_.belief(plan, facts.at).variables});
    }
  }

  void conclude() {
    for (SourceHistory& history : followed_) {
      history.belief =
          planner_.belief(*planner_.find(source_id(history.place)), sample_.window.end);
    }
  }

  void see(std::size_t place, std::span<const Time> items,
           schedule::VisitFacts& facts) {
    if (items.empty()) facts.outcome = model::FetchOutcome::kNotModified;
    if (!is_feeds()) {
      facts.new_items = items.empty() ? 0 : 1;
      // A trace says that a document changed, and not how.
      if (!items.empty()) facts.kinds.add(model::ChangeKind::kData);
      changes_[place].count(facts.kinds);
      facts.changes = changes_[place];
      return;
    }
    facts.new_items = static_cast<std::uint32_t>(items.size());
    facts.item_times = faults_.stated_times(place, items);
    facts.items_shown = options_.items_shown;
  }

  const Sample& sample_;
  const ReplayOptions& options_;
  const bool has_price_;
  const bool is_stepwise_;
  schedule::Planner planner_;
  Tally tally_;
  Faults faults_;
  Random random_{options_.seed};
  std::vector<SourceHistory> followed_;
  // By place.
  std::vector<model::ChangeCounters> changes_ =
      std::vector<model::ChangeCounters>(sample_.sources.size());
};

}  // namespace

model::SourceId source_id(std::size_t place_in_sample) {
  return {static_cast<std::int64_t>(place_in_sample) + 1};
}

Replayed replay(const Sample& sample, std::unique_ptr<schedule::Policy> policy,
                const ReplayOptions& options) {
  return Replay(sample, std::move(policy), options).run();
}

}  // namespace curlew::sim
