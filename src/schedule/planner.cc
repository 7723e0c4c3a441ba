#include "schedule/planner.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace curlew::schedule {

// The plans of all sources by slot. Slots of forgotten sources are used again.
class Planner::Table final : public StateTable {
 public:
  Slot end() const override { return static_cast<Slot>(rows_.size()); }
  bool holds(Slot slot) const override { return bool(rows_[slot].id); }
  std::span<const std::byte> state(Slot slot) const override {
    return rows_[slot].plan.policy.bytes();
  }
  Time due(Slot slot) const override { return rows_[slot].plan.due; }

  Plan& plan(Slot slot) { return rows_[slot].plan; }
  const Plan& plan(Slot slot) const { return rows_[slot].plan; }
  model::SourceId id(Slot slot) const { return rows_[slot].id; }
  std::size_t size() const { return slots_.size(); }

  Slot find(model::SourceId id) const {
    const auto found = slots_.find(id);
    return found == slots_.end() ? kNoSlot : found->second;
  }
  Slot add(model::SourceId id) {
    Slot slot = end();
    if (free_.empty()) {
      rows_.emplace_back();
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    rows_[slot].id = id;
    slots_[id] = slot;
    return slot;
  }
  void erase(Slot slot) {
    slots_.erase(rows_[slot].id);
    rows_[slot] = {};
    free_.push_back(slot);
  }

 private:
  struct Row {
    model::SourceId id;
    Plan plan;
  };
  std::vector<Row> rows_;
  std::vector<Slot> free_;
  std::unordered_map<model::SourceId, Slot> slots_;
};

Planner::Planner(PlannerOptions options, std::unique_ptr<Policy> policy, Random random)
    : options_(options),
      policy_(std::move(policy)),
      random_(random),
      table_(std::make_unique<Table>()),
      budget_(options.budget, options.tick),
      price_(options.budget.kind == BudgetKind::kUnlimited
                 ? options.price
                 : policy_->first_price(options.budget.share_per_hour)) {}

Planner::~Planner() = default;

std::size_t Planner::size() const { return table_->size(); }

bool Planner::ranks() const {
  return policy_->speaks() == Speaks::kRanks ||
         (policy_->speaks() == Speaks::kBoth &&
          options_.budget.kind == BudgetKind::kPerTick);
}

Terms Planner::terms(const Plan& plan) const {
  return {price_.value(), options_.tick, options_.constraints.minimum_gap, plan.weight,
          ranks() ? Asks::kRanks : Asks::kTimes};
}

void Planner::watch(const Subject& subject, const Plan& plan) {
  Slot slot = table_->find(subject.id);
  if (slot == kNoSlot) {
    slot = table_->add(subject.id);
    policy_->joined(slot, subject);
  }
  table_->plan(slot) = plan;
  queue_.set(slot, plan.due);
}

void Planner::forget(model::SourceId source) {
  const Slot slot = table_->find(source);
  if (slot == kNoSlot) return;
  policy_->left(slot);
  queue_.erase(slot);
  table_->erase(slot);
}

std::optional<Plan> Planner::find(model::SourceId source) const {
  const Slot slot = table_->find(source);
  if (slot == kNoSlot) return std::nullopt;
  return table_->plan(slot);
}

bool Planner::contains(model::SourceId source) const {
  return table_->find(source) != kNoSlot;
}

// A clock set back by a year must not hide every source for a year.
void Planner::follow_clock(Time now) {
  if (last_now_ != Time::min() && last_now_ - now > options_.tick) {
    const Milliseconds back = last_now_ - now;
    for (Slot slot = 0; slot < table_->end(); ++slot) table_->plan(slot).due -= back;
    queue_.bring_forward(back);
  }
  last_now_ = now;
}

void Planner::begin_tick(Time now) {
  // The second condition: the wall clock was set back.
  if (now < tick_end_ && tick_end_ - now <= options_.tick) return;
  if (tick_end_ != Time::min()) end_tick(now);
  tick_end_ = now + options_.tick;
  allowance_ = budget_.next_tick(table_->size());
  taken_ = 0;
  if (ranks()) choose_by_rank(now);
}

void Planner::end_tick(Time now) {
  if (options_.budget.kind == BudgetKind::kPerDay && table_->size() > 0) {
    price_.end_tick(taken_, budget_.per_tick(table_->size()), options_.tick);
  }
  if (now < day_end_ && day_end_ - now <= std::chrono::days(1)) return;
  day_end_ = now + std::chrono::days(1);
  policy_->learn_population(*table_, now);
}

double Planner::rank(Slot slot, Time now) const {
  const Plan& plan = table_->plan(slot);
  // Its user's interval has passed, or the longest gap: no policy can outbid that.
  if (plan.own.interval) return std::numeric_limits<double>::infinity();
  const auto longest =
      plan.own.longest_gap ? plan.own.longest_gap : options_.constraints.longest_gap;
  if (longest && plan.last_success && *plan.last_success + *longest <= now) {
    return std::numeric_limits<double>::infinity();
  }
  return policy_->rank(table_->state(slot), now, terms(plan));
}

// Everybody may come due at any moment, so all are compared: 50 ns a source, every
// tick.
void Planner::choose_by_rank(Time now) {
  for (const Slot slot : chosen_) queue_.set(slot, table_->plan(slot).due);
  chosen_ = pop_due(now);
  keep_best(chosen_, now, allowance_);
  std::reverse(chosen_.begin(), chosen_.end());
}

std::vector<Slot> Planner::pop_due(Time now) {
  std::vector<Slot> due;
  while (const auto slot = queue_.pop_due(now)) {
    const Plan& plan = table_->plan(*slot);
    const Time wanted = policy_->reconsider(*slot, *table_, now, plan.due, terms(plan));
    if (wanted > now) {
      table_->plan(*slot).due = wanted;
      queue_.set(*slot, wanted);
    } else {
      due.push_back(*slot);
    }
  }
  return due;
}

// The others go back in line. Best first.
void Planner::keep_best(std::vector<Slot>& due, Time now, std::size_t most) {
  std::vector<std::pair<double, Slot>> ranked;
  ranked.reserve(due.size());
  for (const Slot slot : due) ranked.emplace_back(-rank(slot, now), slot);
  const std::size_t kept = std::min(most, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + std::ptrdiff_t(kept),
                    ranked.end());
  due.clear();
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const auto [value, slot] = ranked[i];
    // A visit that is worth nothing is not made: a source in training waits for its
    // tick.
    if (i < kept && value < 0) {
      due.push_back(slot);
    } else {
      queue_.set(slot, table_->plan(slot).due);
    }
  }
}

std::vector<model::SourceId> Planner::take_due(Time now, std::size_t most) {
  follow_clock(now);
  begin_tick(now);
  std::vector<Slot> taken;
  const std::size_t room = std::min(most, allowance_);
  if (ranks()) {
    while (!chosen_.empty() && taken.size() < room) {
      taken.push_back(chosen_.back());
      chosen_.pop_back();
    }
  } else if (policy_->speaks() == Speaks::kBoth && allowance_ <= queue_.size()) {
    taken = pop_due(now);
    if (taken.size() > room) keep_best(taken, now, room);
  } else {
    while (taken.size() < room) {
      const auto slot = queue_.pop_due(now);
      if (!slot) break;
      const Plan& plan = table_->plan(*slot);
      const Time wanted =
          policy_->reconsider(*slot, *table_, now, plan.due, terms(plan));
      if (wanted > now) {
        table_->plan(*slot).due = wanted;
        queue_.set(*slot, wanted);
      } else {
        taken.push_back(*slot);
      }
    }
  }
  allowance_ -= taken.size();
  taken_ += taken.size();
  std::vector<model::SourceId> sources;
  sources.reserve(taken.size());
  for (const Slot slot : taken) sources.push_back(table_->id(slot));
  return sources;
}

Verdict Planner::judge_failure(const Plan& plan, const VisitFacts& facts) {
  Verdict verdict{plan, DueReason::kBackOff, std::nullopt};
  if (!facts.turned_away) ++verdict.plan.failures;
  const std::uint32_t failures = std::max(verdict.plan.failures, 1u);
  const Due due = combine(
      options_.constraints,
      {.visited = facts.at,
       .policy = std::nullopt,
       .back_off = back_off(options_.back_off, failures, facts.outcome, random_),
       .own = {.quiet = plan.own.quiet},
       .not_before = facts.not_before,
       .quiet = facts.quiet});
  verdict.plan.due = due.at;
  verdict.reason = due.reason;
  return verdict;
}

Verdict Planner::judge(model::SourceId source, const Plan& plan,
                       const VisitFacts& facts) {
  if (!model::is_success(facts.outcome)) return judge_failure(plan, facts);
  Verdict verdict{plan, DueReason::kPolicy, std::nullopt};
  Observation seen{table_->find(source), facts.at,         plan.last_success,
                   facts.new_items,      facts.item_times, facts.items_shown};
  const Time wish = policy_->next_visit(verdict.plan.policy, seen, terms(plan));
  const Due due = combine(options_.constraints, {.visited = facts.at,
                                                 .policy = wish,
                                                 .back_off = std::nullopt,
                                                 .own = plan.own,
                                                 .not_before = facts.not_before,
                                                 .quiet = facts.quiet});
  verdict.plan.due = due.at;
  verdict.plan.failures = 0;
  verdict.plan.last_success = facts.at;
  verdict.reason = due.reason;
  seen.item_times = {};
  verdict.seen = seen;
  return verdict;
}

void Planner::settle(model::SourceId source, const Verdict& verdict) {
  const Slot slot = table_->find(source);
  if (slot == kNoSlot) return;  // Removed while its visit was under way.
  table_->plan(slot) = verdict.plan;
  queue_.set(slot, verdict.plan.due);
  if (!verdict.seen || verdict.seen->slot != slot) return;
  std::vector<Slot> reconsidered;
  policy_->settled(*verdict.seen, *table_, reconsidered);
  reconsider(reconsidered, verdict.seen->at);
}

void Planner::reconsider(std::span<const Slot> slots, Time now) {
  for (const Slot slot : slots) {
    if (!queue_.contains(slot)) continue;  // Under way.
    Plan& plan = table_->plan(slot);
    const Time wanted = policy_->reconsider(slot, *table_, now, plan.due, terms(plan));
    if (wanted >= plan.due) continue;
    plan.due = wanted;
    queue_.set(slot, wanted);
  }
}

std::optional<Time> Planner::next_due(Time now) const {
  const std::optional<Time> first = queue_.first_due();
  if (!chosen_.empty() && allowance_ > 0) return now;
  if (first && (allowance_ == 0 || ranks()) && tick_end_ > now) {
    return std::max(*first, tick_end_);
  }
  return first;
}

Belief Planner::belief(const Plan& plan, Time now) const {
  return policy_->belief(plan.policy.bytes(), now, terms(plan));
}

std::string Planner::population_bytes() const {
  const double price = price_.value();
  std::string bytes(reinterpret_cast<const char*>(&price), sizeof price);
  return bytes + policy_->population_bytes();
}

void Planner::restore_population(std::string_view bytes) {
  double price = 0;
  if (bytes.size() < sizeof price) return;
  std::memcpy(&price, bytes.data(), sizeof price);
  if (options_.budget.kind == BudgetKind::kPerDay && price > 0) price_.set(price);
  policy_->restore_population(bytes.substr(sizeof price));
}

}  // namespace curlew::schedule
