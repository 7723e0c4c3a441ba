#include "schedule/planner.h"

#include <algorithm>
#include <utility>

namespace curlew::schedule {

Planner::Planner(PlannerOptions options, std::unique_ptr<Policy> policy, Random random)
    : options_(options),
      policy_(std::move(policy)),
      random_(random),
      budget_(options.share_per_hour, options.tick) {}

void Planner::watch(model::SourceId source, const Plan& plan) {
  plans_[source] = plan;
  queue_.set(source, plan.due);
}

void Planner::forget(model::SourceId source) {
  plans_.erase(source);
  queue_.erase(source);
}

const Plan* Planner::find(model::SourceId source) const {
  const auto found = plans_.find(source);
  return found == plans_.end() ? nullptr : &found->second;
}

// A clock set back by a year must not hide every source for a year.
void Planner::follow_clock(Time now) {
  if (last_now_ != Time::min() && last_now_ - now > options_.tick) {
    const Milliseconds back = last_now_ - now;
    for (auto& [source, plan] : plans_) plan.due -= back;
    queue_.bring_forward(back);
  }
  last_now_ = now;
}

void Planner::begin_tick(Time now) {
  // The second condition: the wall clock was set back.
  if (now < tick_end_ && tick_end_ - now <= options_.tick) return;
  tick_end_ = now + options_.tick;
  allowance_ = budget_.next_tick(plans_.size());
}

std::vector<model::SourceId> Planner::take_due(Time now, std::size_t most) {
  follow_clock(now);
  begin_tick(now);
  std::vector<model::SourceId> due;
  while (due.size() < most && allowance_ > 0) {
    const auto source = queue_.pop_due(now);
    if (!source) break;
    due.push_back(*source);
    --allowance_;
  }
  return due;
}

Verdict Planner::judge_failure(const Plan& plan, const VisitFacts& facts) {
  Verdict verdict{plan, DueReason::kBackOff};
  if (!facts.turned_away) ++verdict.plan.failures;
  const std::uint32_t failures = std::max(verdict.plan.failures, 1u);
  const Due due = combine(
      options_.constraints,
      {.visited = facts.at,
       .policy = std::nullopt,
       .back_off = back_off(options_.back_off, failures, facts.outcome, random_),
       .own_interval = std::nullopt,
       .not_before = facts.not_before,
       .quiet = facts.quiet});
  verdict.plan.due = due.at;
  verdict.reason = due.reason;
  return verdict;
}

Verdict Planner::judge(const Plan& plan, const VisitFacts& facts) {
  if (!model::is_success(facts.outcome)) return judge_failure(plan, facts);
  Verdict verdict{plan, DueReason::kPolicy};
  const Time wish = policy_->next_visit(
      verdict.plan.policy,
      {facts.at, plan.last_success, facts.new_items, facts.item_times});
  const Due due = combine(options_.constraints, {.visited = facts.at,
                                                 .policy = wish,
                                                 .back_off = std::nullopt,
                                                 .own_interval = plan.own_interval,
                                                 .not_before = facts.not_before,
                                                 .quiet = facts.quiet});
  verdict.plan.due = due.at;
  verdict.plan.failures = 0;
  verdict.plan.last_success = facts.at;
  verdict.reason = due.reason;
  return verdict;
}

void Planner::settle(model::SourceId source, const Plan& plan) {
  const auto found = plans_.find(source);
  if (found == plans_.end()) return;  // Removed while its visit was under way.
  found->second = plan;
  queue_.set(source, plan.due);
}

std::optional<Time> Planner::next_due(Time now) const {
  const std::optional<Time> first = queue_.first_due();
  if (first && allowance_ == 0 && tick_end_ > now) return std::max(*first, tick_end_);
  return first;
}

}  // namespace curlew::schedule
