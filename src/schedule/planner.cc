#include "schedule/planner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schedule/best_few.h"

namespace curlew::schedule {
namespace {

// Above every policy's own values: what was promised, the longest overdue first.
double forced_rank(Milliseconds overdue) {
  return 1e200 * (1 + std::max(0.0, double(overdue.count())));
}

}  // namespace

Planner::Planner(PlannerOptions options, std::unique_ptr<Policy> policy, Random random)
    : options_(options),
      policy_(std::move(policy)),
      random_(random),
      table_(policy_->state_bytes(), queue_),
      budget_(options.budget, options.tick),
      price_(options.budget.kind == BudgetKind::kUnlimited
                 ? options.price
                 : policy_->first_price(options.budget.share_per_hour)) {}

bool Planner::ranks() const {
  return policy_->speaks() == Speaks::kRanks ||
         (policy_->speaks() == Speaks::kBoth &&
          options_.budget.kind == BudgetKind::kPerTick);
}

// Sources say when they are due, but when they are too many the best go first.
bool Planner::is_capped_by_rank() const {
  return policy_->speaks() == Speaks::kBoth &&
         options_.budget.kind == BudgetKind::kPerDay;
}

Terms Planner::terms(double weight) const {
  return {price_.value(),        options_.tick, options_.constraints.minimum_gap,
          options_.shortest_gap, weight,        ranks() ? Asks::kRanks : Asks::kTimes};
}

void Planner::put_in_line(Slot slot, Time due) {
  if (table_.has(slot, Mark::kLinedUp)) {
    table_.clear(slot, Mark::kLinedUp);
    --lined_up_;
  }
  queue_.set(slot, due);
}

bool Planner::is_asked(Slot slot) const {
  return table_.is_new(slot) || table_.has(slot, Mark::kHinted);
}

// Without a budget whoever is due is visited anyway.
void Planner::note_asked(Slot slot) {
  if (!is_limited() || !is_asked(slot)) return;
  table_.mark(slot, Mark::kAsked);
  asked_.emplace(ceil_second(table_.due(slot)), slot);
}

void Planner::line_up_asked(Time now) {
  std::vector<Slot> due;
  while (!asked_.empty() && to_time(asked_.top().first) <= now) {
    const Slot slot = asked_.top().second;
    asked_.pop();
    const bool is_waiting = slot < table_.end() && table_.has(slot, Mark::kAsked) &&
                            queue_.contains(slot) && table_.due(slot) <= now;
    if (!is_waiting) continue;
    table_.clear(slot, Mark::kAsked);
    queue_.erase(slot);
    table_.mark(slot, Mark::kLinedUp);
    ++lined_up_;
    due.push_back(slot);
    ++allowance_;
    if (policy_->is_beyond_budget(table_.state(slot), now)) {
      ++free_;
    } else {
      budget_.owe(1);
    }
  }
  line_.insert(line_.begin(), due.begin(), due.end());
}

void Planner::set_demand(Slot slot, Demand demand) {
  price_.replan(table_.demand(slot), demand);
  table_.set_demand(slot, demand);
}

Demand Planner::demand_of(const Plan& plan, Time visited, DueReason reason) const {
  if (options_.budget.kind != BudgetKind::kPerDay) return {};
  const Milliseconds gap = std::max(plan.due - visited, options_.tick);
  const double visits =
      double(Milliseconds(std::chrono::days(1)).count()) / double(gap.count());
  return reason == DueReason::kPolicy ? Demand::at_price(visits, price_.value())
                                      : Demand::at_any_price(visits);
}

void Planner::line_up(Slot slot) {
  table_.mark(slot, Mark::kLinedUp);
  ++lined_up_;
  line_.push_back(slot);
}

void Planner::plan_first_visit(Plan& plan, Time added) {
  plan.due = policy_->first_visit(plan.policy, added, random_);
  // Sources that come together are not visited in one tick, where ticks have a budget.
  constexpr int kWithin = 4;
  if (is_limited() && plan.due == added) {
    plan.due += options_.tick * static_cast<int>(random_.below(kWithin));
  }
}

Plan Planner::set_back(Plan plan, Milliseconds by) const {
  plan.due -= by;
  plan.earliest -= by;
  if (plan.last_success) *plan.last_success -= by;
  policy_->set_back(plan.policy, by);
  return plan;
}

void Planner::watch(const Subject& subject, const Plan& plan) {
  Slot slot = table_.find(subject.id);
  if (slot == kNoSlot) {
    slot = table_.add(subject.id);
    policy_->joined(slot, subject);
  }
  table_.set_plan(slot, plan);
  put_in_line(slot, plan.due);
  note_asked(slot);
  // As it was planned before a restart, at the price of today or nearly.
  const bool is_planned = plan.last_success && plan.failures == 0;
  const DueReason reason =
      plan.own.interval ? DueReason::kOwnInterval : DueReason::kPolicy;
  set_demand(slot, is_planned ? demand_of(plan, *plan.last_success, reason) : Demand());
}

void Planner::forget(model::SourceId source) {
  const Slot slot = table_.find(source);
  if (slot == kNoSlot) return;
  policy_->left(slot);
  set_demand(slot, Demand());
  queue_.erase(slot);
  if (table_.has(slot, Mark::kLinedUp)) --lined_up_;
  table_.erase(slot);
}

std::optional<Plan> Planner::find(model::SourceId source) const {
  const Slot slot = table_.find(source);
  if (slot == kNoSlot) return std::nullopt;
  return table_.plan(slot);
}

bool Planner::contains(model::SourceId source) const {
  return table_.find(source) != kNoSlot;
}

// Until when the source may wait at most, as its user or everybody's setting says.
std::optional<Time> Planner::longest_wait(Slot slot) const {
  const OwnWishes own = table_.own(slot);
  const auto longest =
      own.longest_gap ? own.longest_gap : options_.constraints.longest_gap;
  if (!longest) return std::nullopt;
  return table_.last_success(slot).value_or(table_.due(slot)) + *longest;
}

double Planner::rank(Slot slot, Time now) const {
  const bool is_promised = is_asked(slot) || (table_.has(slot, Mark::kOwnWishes) &&
                                              table_.own(slot).interval);
  if (is_promised) return forced_rank(now - table_.due(slot));
  // In the tick before it ends, since the next would be too late.
  const auto end = longest_wait(slot);
  if (end && *end <= now + options_.tick) return forced_rank(now - *end);
  return policy_->rank(table_.state(slot), now, terms(table_.weight(slot)));
}

// Everybody may be the best at any moment, so all are compared, in the order in which
// they lie in memory. A visit that is worth nothing is not made: a source in training
// waits for its tick.
void Planner::line_up_by_rank(Time now) {
  BestFew best(allowance_);
  std::vector<Slot> free;
  unbudgeted_ = 0;
  for (Slot slot = 0; slot < table_.end(); ++slot) {
    if (!table_.holds(slot)) continue;
    const bool is_free =
        is_limited() && policy_->is_beyond_budget(table_.state(slot), now);
    unbudgeted_ += is_free;
    if (!queue_.contains(slot) || table_.due(slot) > now) continue;
    if (!is_free && allowance_ == 0) continue;
    const double value = rank(slot, now);
    if (value <= 0) continue;
    if (is_free) {
      free.push_back(slot);
    } else {
      best.offer(value, slot);
    }
  }
  for (const std::vector<Slot>& chosen : {free, best.take()}) {
    for (const Slot slot : chosen) {
      queue_.erase(slot);
      line_up(slot);
    }
  }
  free_ = free.size();
  allowance_ += free_;
}

// Those that were not handed out go back.
void Planner::dissolve_line() {
  for (const Slot slot : line_) {
    if (!table_.has(slot, Mark::kLinedUp)) continue;
    put_in_line(slot, table_.due(slot));
    note_asked(slot);
  }
  line_.clear();
}

// A policy may think it over when a source is due, but not beyond what was promised.
bool Planner::is_wanted(Slot slot, Time now) {
  const Time due = table_.due(slot);
  Time wanted = policy_->reconsider(slot, table_, now, due, terms(table_.weight(slot)));
  if (wanted <= now) return true;
  if (table_.has(slot, Mark::kHinted) || table_.own(slot).interval) return true;
  if (const auto end = longest_wait(slot)) wanted = std::min(wanted, *end);
  if (wanted <= now) return true;
  queue_.set(slot, wanted);
  return false;
}

// The next few that are due and wanted. A few at a time, so that the rows of all are
// on their way before the first is read.
std::vector<Slot> Planner::pop_wanted(Time now, std::size_t most) {
  constexpr std::size_t kAtATime = 16;
  std::array<Slot, kAtATime> due;
  std::vector<Slot> wanted;
  while (wanted.size() < most) {
    const std::size_t room = std::min(kAtATime, most - wanted.size());
    std::size_t count = 0;
    while (count < room) {
      const auto slot = queue_.pop_due(now);
      if (!slot) break;
      table_.prefetch(*slot);
      due[count++] = *slot;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (is_wanted(due[i], now)) wanted.push_back(due[i]);
    }
    if (count < room) break;
  }
  return wanted;
}

// The others go back in line and are compared again in the next tick.
void Planner::line_up_best(Time now, std::span<const Slot> due) {
  BestFew best(allowance_);
  for (const Slot slot : due) best.offer(rank(slot, now), slot);
  for (const Slot slot : best.take()) line_up(slot);
  for (const Slot slot : due) {
    if (!table_.has(slot, Mark::kLinedUp)) queue_.set(slot, table_.due(slot));
  }
}

void Planner::line_up_due(Time now, std::size_t most) {
  if (is_overfull_) return;
  const std::size_t room =
      is_capped_by_rank() ? allowance_ : std::min(most, allowance_);
  if (lined_up_ < room) {
    for (const Slot slot : pop_wanted(now, room - lined_up_)) line_up(slot);
  }
  if (is_capped_by_rank() && lined_up_ == room) choose_best(now);
}

// Those in line, and all others that are due.
void Planner::choose_best(Time now) {
  std::vector<Slot> due = pop_wanted(now, table_.size());
  if (due.empty()) return;
  is_overfull_ = true;
  for (const Slot slot : line_) {
    if (!table_.has(slot, Mark::kLinedUp)) continue;
    table_.clear(slot, Mark::kLinedUp);
    due.push_back(slot);
  }
  lined_up_ = 0;
  line_.clear();
  line_up_best(now, due);
}

std::vector<model::SourceId> Planner::take_due(Time now, std::size_t most) {
  follow_clock(now);
  begin_tick(now);
  line_up_asked(now);
  if (!ranks()) line_up_due(now, most);
  std::vector<model::SourceId> taken;
  const std::size_t room = std::min({most, allowance_, lined_up_});
  taken.reserve(room);
  while (taken.size() < room) {
    const Slot slot = line_.front();
    line_.pop_front();
    if (!table_.has(slot, Mark::kLinedUp)) continue;
    table_.clear(slot, Mark::kLinedUp);
    table_.clear(slot, Mark::kHinted);
    --lined_up_;
    taken.push_back(table_.id(slot));
    table_.expect(slot);
  }
  allowance_ -= taken.size();
  taken_ += taken.size();
  return taken;
}

bool Planner::take(model::SourceId source) {
  const Slot slot = table_.find(source);
  if (slot == kNoSlot) return false;
  if (table_.has(slot, Mark::kLinedUp)) {
    table_.clear(slot, Mark::kLinedUp);
    --lined_up_;
  }
  table_.clear(slot, Mark::kHinted);
  queue_.erase(slot);
  table_.expect(slot);
  return true;
}

std::optional<Time> Planner::next_due(Time now) const {
  const std::optional<Time> first = queue_.first_due();
  if (lined_up_ > 0 && allowance_ > 0) return now;
  if (!first && lined_up_ == 0) return std::nullopt;
  const Time due = lined_up_ > 0 ? now : *first;
  const bool waits = ranks() || is_overfull_ || allowance_ == 0;
  if (!waits || !is_within_tick(now)) return due;
  const Time asked = asked_.empty() ? tick_end_ : to_time(asked_.top().first);
  return std::max(due, std::min(asked, tick_end_));
}

std::optional<Due> Planner::told_of_change(model::SourceId source, Time now) {
  const Slot slot = table_.find(source);
  if (slot == kNoSlot) return std::nullopt;
  table_.mark(slot, Mark::kHinted);
  Due due{std::max(now, table_.earliest(slot)), DueReason::kHint};
  due.at = out_of_quiet(due.at, table_.own(slot).quiet);
  if (queue_.contains(slot)) {
    if (due.at < table_.due(slot)) queue_.set(slot, due.at);
    note_asked(slot);
  }
  return due;
}

}  // namespace curlew::schedule
