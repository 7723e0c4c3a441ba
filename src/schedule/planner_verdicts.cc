// The planner's judgement: what a visit means for the next one.

#include <algorithm>

#include "schedule/planner.h"

namespace curlew::schedule {

Verdict Planner::judge_failure(const Plan& plan, const VisitFacts& facts) {
  Verdict verdict{.plan = plan, .reason = DueReason::kBackOff};
  if (!facts.turned_away) ++verdict.plan.failures;
  const std::uint32_t failures = std::max(verdict.plan.failures, 1u);
  Wishes wishes{
      .visited = facts.at,
      .policy = std::nullopt,
      .back_off = back_off(options_.back_off, failures, facts.outcome, random_),
      .own = {.quiet = plan.own.quiet},
      .not_before = facts.not_before,
      .quiet = facts.quiet};
  ConstraintOptions constraints = options_.constraints;
  if (facts.outcome == model::FetchOutcome::kRobotsUnreadable && facts.not_before) {
    // The source itself was not asked. Its robots.txt is asked for again after a
    // minute, then ever more rarely: that is back-off enough.
    wishes.back_off.reset();
    constraints.minimum_gap = Milliseconds(0);
  }
  const Due due = combine(constraints, wishes);
  verdict.plan.due = due.at;
  verdict.plan.earliest = earliest_visit(constraints, wishes);
  verdict.reason = due.reason;
  return verdict;
}

Verdict Planner::judge(model::SourceId source, const Plan& plan,
                       const VisitFacts& facts) {
  if (!model::is_success(facts.outcome)) return judge_failure(plan, facts);
  Verdict verdict{.plan = plan};
  Observation seen{.slot = table_.find(source),
                   .at = facts.at,
                   .previous = plan.last_success,
                   .new_items = facts.new_items,
                   .item_times = facts.item_times,
                   .items_shown = facts.items_shown,
                   .kinds = facts.kinds,
                   .changes = facts.changes};
  // The clock was set back since: nothing is known of the time between.
  if (seen.previous && *seen.previous > seen.at) seen.previous.reset();
  const Wishes wishes{
      .visited = facts.at,
      .policy = policy_->next_visit(verdict.plan.policy, seen, terms(plan.weight)),
      .back_off = std::nullopt,
      .own = plan.own,
      .not_before = facts.not_before,
      .quiet = facts.quiet};
  const Due due = combine(options_.constraints, wishes);
  verdict.plan.due = due.at;
  verdict.plan.earliest = earliest_visit(options_.constraints, wishes);
  verdict.plan.failures = 0;
  verdict.plan.last_success = facts.at;
  const bool is_free =
      due.reason == DueReason::kPolicy || due.reason == DueReason::kMinimumGap;
  const bool is_ranked =
      ranks() && !policy_->is_beyond_budget(verdict.plan.policy.bytes(), facts.at);
  verdict.reason =
      is_ranked && is_free && !plan.own.interval ? DueReason::kRank : due.reason;
  verdict.demand = demand_of(verdict.plan, facts.at, due.reason);
  verdict.median = policy_->median(verdict.plan.policy.bytes(), facts.at);
  seen.item_times = {};
  verdict.seen = seen;
  return verdict;
}

void Planner::settle(model::SourceId source, const Verdict& verdict) {
  const Slot slot = table_.find(source);
  if (slot == kNoSlot) return;  // Removed while its visit was under way.
  table_.set_plan(slot, verdict.plan);
  const bool is_hinted = table_.has(slot, Mark::kHinted);
  put_in_line(slot, is_hinted ? std::min(verdict.plan.due, verdict.plan.earliest)
                              : verdict.plan.due);
  note_asked(slot);
  // A failure says nothing of what the source will ask for when it is well again.
  if (verdict.demand.is_known()) set_demand(slot, verdict.demand);
  if (!verdict.seen || verdict.seen->slot != slot) return;
  std::vector<Slot> reconsidered;
  policy_->settled(*verdict.seen, table_, reconsidered);
  reconsider(reconsidered, verdict.seen->at);
}

// What was learned of one source may bring others forward.
void Planner::reconsider(std::span<const Slot> slots, Time now) {
  for (const Slot slot : slots) {
    if (!queue_.contains(slot)) continue;  // Under way, or to be handed out.
    const OwnWishes own = table_.own(slot);
    if (own.interval) continue;
    const Time due = table_.due(slot);
    const Time wanted =
        policy_->reconsider(slot, table_, now, due, terms(table_.weight(slot)));
    if (wanted >= due) continue;
    const Time allowed =
        out_of_quiet(std::max(wanted, table_.earliest(slot)), own.quiet);
    if (allowed < due) queue_.set(slot, allowed);
  }
}

Belief Planner::belief(const Plan& plan, Time now) const {
  return policy_->belief(plan.policy.bytes(), now, terms(plan.weight));
}

}  // namespace curlew::schedule
