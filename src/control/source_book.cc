#include "control/source_book.h"

#include <utility>

namespace curlew::control {

const store::WatchedSource* SourceBook::find(model::SourceId source) const {
  const auto found = sources_.find(source);
  return found == sources_.end() ? nullptr : &found->second;
}

void SourceBook::put(store::WatchedSource source) {
  const model::SourceId id = source.source.id;
  sources_[id] = std::move(source);
}

schedule::Plan to_plan(const store::WatchedSource& watched) {
  schedule::Plan plan;
  plan.due = watched.schedule.next_due;
  plan.last_success = watched.schedule.last_success;
  plan.own.interval = watched.source.own_interval;
  plan.failures = watched.schedule.failures;
  plan.policy = schedule::PolicyState::from_bytes(watched.schedule.policy_state);
  return plan;
}

void apply_plan(const schedule::Plan& plan, store::ScheduleRow& row) {
  row.next_due = plan.due;
  row.last_success = plan.last_success;
  row.failures = plan.failures;
  row.policy_state = plan.policy.to_bytes();
}

}  // namespace curlew::control
