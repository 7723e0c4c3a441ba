#include "schedule/source_table.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace curlew::schedule {
namespace {

constexpr std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

}  // namespace

SourceTable::SourceTable(std::size_t state_bytes, const DueQueue& queue)
    : state_bytes_(state_bytes),
      queue_(queue),
      rows_(sizeof(Row) + round_up(state_bytes, alignof(Row))),
      index_(IdOfSlot{this}) {}

Slot SourceTable::free_slot() {
  if (first_free_ == kNoSlot) {
    rows_.grow_to(std::size_t{end_} + 1);
    return end_++;
  }
  const Slot slot = first_free_;
  first_free_ = row(slot).last_success;
  return slot;
}

Slot SourceTable::add(model::SourceId id) {
  const Slot slot = free_slot();
  std::memset(rows_.at(slot) + sizeof(Row), 0, state_bytes_);
  row(slot) = {id, kNoSecond, 0, 1, 0, 0, 0};
  index_.insert(id, slot);
  return slot;
}

void SourceTable::erase(Slot slot) {
  set_own(slot, {});
  if (row(slot).failures > 0) --failing_;
  index_.erase(row(slot).id);
  taken_[place_of(row(slot).id)] = kNoSlot;
  row(slot) = {};
  row(slot).last_success = first_free_;
  first_free_ = slot;
}

std::optional<Time> SourceTable::last_success(Slot slot) const {
  if (row(slot).last_success == kNoSecond) return std::nullopt;
  return to_time(row(slot).last_success);
}

OwnWishes SourceTable::own(Slot slot) const {
  if (!has(slot, Mark::kOwnWishes)) return {};
  return own_.at(slot);
}

void SourceTable::set_own(Slot slot, const OwnWishes& own) {
  if (own == OwnWishes{}) {
    if (!has(slot, Mark::kOwnWishes)) return;
    own_.erase(slot);
    clear(slot, Mark::kOwnWishes);
  } else {
    own_[slot] = own;
    mark(slot, Mark::kOwnWishes);
  }
}

Plan SourceTable::plan(Slot slot) const {
  const Row& kept = row(slot);
  Plan plan;
  plan.due = due(slot);
  plan.earliest = to_time(kept.earliest);
  plan.last_success = last_success(slot);
  plan.own = own(slot);
  plan.failures = kept.failures;
  plan.weight = kept.weight;
  plan.policy = PolicyState::from(state(slot));
  return plan;
}

void SourceTable::set_plan(Slot slot, const Plan& plan) {
  Row& kept = row(slot);
  failing_ -= kept.failures > 0;
  kept.last_success = plan.last_success ? floor_second(*plan.last_success) : kNoSecond;
  kept.earliest = ceil_second(plan.earliest);
  kept.failures = static_cast<std::uint8_t>(
      std::min<std::uint32_t>(plan.failures, std::numeric_limits<std::uint8_t>::max()));
  kept.weight = plan.weight;
  failing_ += kept.failures > 0;
  set_state(slot, plan.policy);
  set_own(slot, plan.own);
}

void SourceTable::set_state(Slot slot, const PolicyState& state) {
  std::memcpy(rows_.at(slot) + sizeof(Row), state.bytes().data(), state_bytes_);
}

void SourceTable::bring_forward(Milliseconds by) {
  for (Slot slot = 0; slot < end_; ++slot) {
    if (!holds(slot)) continue;
    row(slot).last_success = earlier(row(slot).last_success, by);
    row(slot).earliest = earlier(row(slot).earliest, by);
  }
}

}  // namespace curlew::schedule
