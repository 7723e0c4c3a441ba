// What is known beforehand of each source, found by the slot that the planner gives it.

#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "schedule/policy.h"

namespace curlew::schedule {

template <typename Known>
class BySlot {
 public:
  explicit BySlot(std::unordered_map<model::SourceId, Known> known)
      : known_(std::move(known)) {}

  void joined(Slot slot, model::SourceId id) {
    const auto found = known_.find(id);
    if (slot >= slots_.size()) slots_.resize(slot + 1, nullptr);
    slots_[slot] = found == known_.end() ? nullptr : &found->second;
  }
  void left(Slot slot) {
    if (slot < slots_.size()) slots_[slot] = nullptr;
  }
  // nullptr: nothing is known of it.
  const Known* find(Slot slot) const {
    return slot < slots_.size() ? slots_[slot] : nullptr;
  }

 private:
  std::unordered_map<model::SourceId, Known> known_;
  std::vector<const Known*> slots_;
};

}  // namespace curlew::schedule
