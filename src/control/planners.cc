#include "control/planners.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace curlew::control {
namespace {

using model::Objective;
using schedule::Plan;
using schedule::Planner;

constexpr std::array kAll = {Objective::kDelay, Objective::kCapture,
                             Objective::kFreshness};

// A time so far ahead was not written by the clock of a terminal that is a little fast,
// but by one that has been set back since.
constexpr auto kFuture = std::chrono::minutes(1);

std::string name_of(Objective objective, const Planner& planner) {
  return fmt::format("{} {}", to_string(objective), planner.policy().name());
}

schedule::PlannerOptions options_for(const PlannersOptions& all, Objective objective,
                                     const schedule::Policy& policy) {
  schedule::PlannerOptions options = all.planner;
  options.budget = schedule::budget_for(policy, options.budget);
  if (objective == Objective::kDelay) return options;
  if (objective == Objective::kFreshness) {
    // What changes faster than visits pay is given up by the optimum: few visits, but
    // never none.
    options.price = all.freshness_price;
    return options;
  }
  options.price = all.capture_price;
  // Archived documents may rest for months.
  options.constraints.longest_gap.reset();
  if (all.round.count() > 0) options.shortest_gap = all.round;
  return options;
}

// What is asked for by a failure or a publisher is not to be earlier.
bool is_wish(schedule::DueReason reason) {
  return reason == schedule::DueReason::kPolicy ||
         reason == schedule::DueReason::kRank ||
         reason == schedule::DueReason::kOwnInterval;
}

// The last round before it is due: a visit comes a little after its round began, and an
// hour later is a little after the next. Where it may not come so early, the round
// after.
Time in_round(const schedule::Verdict& verdict, Time visited, Milliseconds round) {
  const Time after = next_round(verdict.plan.due, round);
  if (after == verdict.plan.due || !is_wish(verdict.reason)) return after;
  const Time before = after - round;
  const bool is_allowed = before > visited && before >= verdict.plan.earliest;
  return is_allowed ? before : after;
}

}  // namespace

Planners::Planners(PlannersOptions options, MakePolicy make_policy, Random random)
    : options_(options), make_policy_(std::move(make_policy)), random_(random) {}

model::Aim Planners::key_of(const model::Aim& aim) const {
  const auto usual = planners_.find(aim.objective);
  const bool is_usual =
      usual != planners_.end() && usual->second->policy().name() == aim.policy;
  return is_usual ? model::Aim(aim.objective) : aim;
}

const Planner* Planners::find_planner(const model::Aim& aim) const {
  const auto found = planners_.find(key_of(aim));
  return found == planners_.end() ? nullptr : found->second.get();
}

Planner& Planners::planner(const model::Aim& aim) {
  // Which policy is the configured one is seen from its planner.
  if (!aim.policy.empty()) planner(aim.objective);
  auto& planner = planners_[key_of(aim)];
  if (!planner) {
    auto policy = make_policy_(aim);
    const auto options = options_for(options_, aim.objective, *policy);
    planner = std::make_unique<Planner>(options, std::move(policy), Random(random_()));
  }
  return *planner;
}

std::vector<std::pair<Objective, const Planner*>> Planners::all() const {
  std::vector<std::pair<Objective, const Planner*>> all;
  for (const auto& [aim, planner] : planners_) {
    all.emplace_back(aim.objective, planner.get());
  }
  return all;
}

Planner* Planners::holder_of(model::SourceId source) const {
  for (const auto& [aim, planner] : planners_) {
    if (planner->contains(source)) return planner.get();
  }
  return nullptr;
}

void Planners::watch(const schedule::Subject& subject, const model::Aim& aim,
                     const Plan& plan) {
  Planner& wanted = planner(aim);
  Planner* holder = holder_of(subject.id);
  if (holder && holder != &wanted) holder->forget(subject.id);
  wanted.watch(subject, plan);
}

void Planners::forget(model::SourceId source) {
  if (Planner* holder = holder_of(source)) holder->forget(source);
}

std::optional<Plan> Planners::find(model::SourceId source) const {
  const Planner* holder = holder_of(source);
  return holder ? holder->find(source) : std::nullopt;
}

schedule::Verdict Planners::judge(model::SourceId source, const model::Aim& aim,
                                  const Plan& plan, const schedule::VisitFacts& facts) {
  schedule::Verdict verdict = planner(aim).judge(source, plan, facts);
  if (aim.objective == Objective::kCapture && options_.round.count() > 0) {
    verdict.plan.due = in_round(verdict, facts.at, options_.round);
  }
  return verdict;
}

void Planners::settle(model::SourceId source, const schedule::Verdict& verdict) {
  if (Planner* holder = holder_of(source)) holder->settle(source, verdict);
}

std::optional<schedule::Due> Planners::told_of_change(model::SourceId source,
                                                      Time now) {
  Planner* holder = holder_of(source);
  return holder ? holder->told_of_change(source, now) : std::nullopt;
}

std::vector<model::SourceId> Planners::take_due(Time now, std::size_t most) {
  std::vector<model::SourceId> due;
  for (const auto& [aim, planner] : planners_) {
    const auto taken = planner->take_due(now, most);
    due.insert(due.end(), taken.begin(), taken.end());
  }
  return due;
}

bool Planners::take(model::SourceId source) {
  Planner* holder = holder_of(source);
  return holder && holder->take(source);
}

void Planners::put_back(model::SourceId source) {
  Planner* holder = holder_of(source);
  if (holder) holder->watch({source, {}}, *holder->find(source));
}

std::optional<Time> Planners::next_due(Time now) const {
  std::optional<Time> first;
  for (const auto& [aim, planner] : planners_) {
    const auto due = planner->next_due(now);
    if (due) first = std::min(first.value_or(*due), *due);
  }
  return first;
}

std::size_t Planners::size() const {
  std::size_t size = 0;
  for (const auto& [aim, planner] : planners_) size += planner->size();
  return size;
}

std::vector<store::Population> Planners::populations(Time now) const {
  std::vector<store::Population> all;
  for (const auto& [aim, planner] : planners_) {
    all.push_back({name_of(aim.objective, *planner), now, planner->population_bytes()});
  }
  return all;
}

void Planners::restore(std::span<const store::Population> populations) {
  for (const store::Population& population : populations) {
    for (const Objective objective : kAll) {
      const std::string prefix = fmt::format("{} ", to_string(objective));
      if (!population.name.starts_with(prefix)) continue;
      const model::Aim aim{objective, population.name.substr(prefix.size())};
      // One that this release does not know is another one when it is made.
      if (make_policy_(aim)->name() != aim.policy) continue;
      planner(aim).restore_population(population.state);
    }
  }
}

float Planners::weight_of(const model::Audience& audience) const {
  const double activity =
      options_.weigh_activity ? audience.activity_percent / 100.0 : 1;
  return float(1 + options_.subscriber_weight * audience.subscribers * activity);
}

Plan Planners::plan_anew(const store::PlannedSource& source, Time now) {
  Plan plan = to_plan(source);
  Planner& wanted = planner(source.aim);
  if (!source.last_visit) wanted.plan_first_visit(plan, source.next_due);
  const Time latest = std::max(source.added, source.last_visit.value_or(Time()));
  return latest > now + kFuture ? wanted.set_back(plan, latest - now) : plan;
}

Plan Planners::to_plan(const store::PlannedSource& source) const {
  Plan plan;
  plan.due = source.next_due;
  plan.last_success = source.last_success;
  plan.own = source.wishes;
  plan.failures = source.failures;
  plan.weight = weight_of(source.audience);
  plan.policy = schedule::PolicyState::from_bytes(source.policy_state);
  if (source.last_visit) {
    plan.earliest = schedule::earliest_visit(
        options_.planner.constraints,
        {.visited = *source.last_visit, .not_before = source.not_before});
  }
  return plan;
}

Time next_round(Time due, Milliseconds round) {
  if (due == kNever) return due;
  const std::int64_t length = round.count();
  const std::int64_t past = to_unix_ms(due) % length;
  return past == 0 ? due : due + Milliseconds(length - past);
}

void apply_plan(const Plan& plan, store::ScheduleRow& row) {
  row.next_due = plan.due;
  row.last_success = plan.last_success;
  row.failures = plan.failures;
  row.policy_state = plan.policy.to_bytes();
}

store::PlannedSource planned(const store::WatchedSource& watched) {
  const auto& [source, schedule] = watched;
  return {.id = source.id,
          .state = source.state,
          .aim = model::aim_of(source),
          .wishes = source.wishes,
          .audience = source.audience,
          .added = source.added,
          .url = source.url,
          .next_due = schedule.next_due,
          .last_visit = schedule.last_visit,
          .last_success = schedule.last_success,
          .not_before = schedule.not_before,
          .failures = schedule.failures,
          .policy_state = schedule.policy_state};
}

}  // namespace curlew::control
