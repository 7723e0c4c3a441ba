// What the planner keeps of every source, by slot: 24 bytes, the policy's state right
// behind them, and 6 to 8 bytes to find the slot by the source's id. When a source is
// due stands in the queue.
//
// What few sources have (their user's own wishes) is kept beside.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "model/ids.h"
#include "schedule/compact_time.h"
#include "schedule/constraints.h"
#include "schedule/demand.h"
#include "schedule/due_queue.h"
#include "schedule/plan.h"
#include "schedule/policy.h"
#include "schedule/row_store.h"
#include "schedule/slot_index.h"

namespace curlew::schedule {

// Where a source stands, beside being in the queue or not.
enum class Mark : std::uint8_t {
  kOwnWishes = 1,
  // Out of the queue, to be handed out in this tick.
  kLinedUp = 2,
  // Somebody said that it has changed.
  kHinted = 4,
  // Is visited when it is due, whatever the budget.
  kAsked = 8,
};

// Slots of forgotten sources are used again. Not thread-safe.
class SourceTable final : public StateTable {
 public:
  // `queue` must outlive it.
  SourceTable(std::size_t state_bytes, const DueQueue& queue);
  SourceTable(const SourceTable&) = delete;
  SourceTable& operator=(const SourceTable&) = delete;

  Slot end() const override { return end_; }
  bool holds(Slot slot) const override { return bool(row(slot).id); }
  std::span<const std::byte> state(Slot slot) const override {
    return {rows_.at(slot) + sizeof(Row), state_bytes_};
  }
  Time due(Slot slot) const override { return queue_.due(slot); }

  Slot find(model::SourceId id) const {
    const Slot taken = taken_[place_of(id)];
    return taken != kNoSlot && row(taken).id == id ? taken : index_.find(id);
  }
  // Its turn comes soon.
  [[gnu::always_inline]] void prefetch(Slot slot) const { rows_.prefetch(slot); }
  // It was taken: it will be asked for by its id next.
  void expect(Slot slot) { taken_[place_of(row(slot).id)] = slot; }
  Slot add(model::SourceId id);
  void erase(Slot slot);

  model::SourceId id(Slot slot) const { return row(slot).id; }
  float weight(Slot slot) const { return row(slot).weight; }
  Time earliest(Slot slot) const { return to_time(row(slot).earliest); }
  std::optional<Time> last_success(Slot slot) const;
  OwnWishes own(Slot slot) const;

  bool has(Slot slot, Mark mark) const {
    return (row(slot).marks & std::uint8_t(mark)) != 0;
  }
  void mark(Slot slot, Mark mark) { row(slot).marks |= std::uint8_t(mark); }
  void clear(Slot slot, Mark mark) {
    row(slot).marks &= static_cast<std::uint8_t>(~unsigned(mark));
  }

  Plan plan(Slot slot) const;
  // All but when it is due, which is the queue's.
  void set_plan(Slot slot, const Plan& plan);
  void set_state(Slot slot, const PolicyState& state);
  // No visit was made yet, not even one that failed.
  bool is_new(Slot slot) const {
    return row(slot).last_success == kNoSecond && row(slot).failures == 0;
  }
  // How often it is visited as it is planned now.
  Demand demand(Slot slot) const { return Demand::from_code(row(slot).demand); }
  void set_demand(Slot slot, Demand demand) { row(slot).demand = demand.code(); }

  // Every time is so much earlier.
  void bring_forward(Milliseconds by);

  std::size_t size() const { return index_.size(); }
  // How many sources failed at their last visit.
  std::size_t failing() const { return failing_; }

 private:
  struct Row {
    // 0: a free row.
    model::SourceId id;
    // kNoSecond: none. Of a free row: the next free slot.
    Second last_success;
    Second earliest;
    float weight;
    std::uint16_t demand;
    // As many as matter.
    std::uint8_t failures;
    std::uint8_t marks;
  };
  static_assert(sizeof(Row) == 24);
  struct IdOfSlot {
    const SourceTable* table;
    model::SourceId operator()(Slot slot) const { return table->id(slot); }
  };

  Row& row(Slot slot) { return *reinterpret_cast<Row*>(rows_.at(slot)); }
  const Row& row(Slot slot) const {
    return *reinterpret_cast<const Row*>(rows_.at(slot));
  }
  static constexpr int kTakenBits = 14;
  static std::size_t place_of(model::SourceId id) {
    return std::hash<model::SourceId>()(id) >> (64 - kTakenBits);
  }
  Slot free_slot();
  void set_own(Slot slot, const OwnWishes& own);

  const std::size_t state_bytes_;
  const DueQueue& queue_;
  RowStore rows_;
  SlotIndex<IdOfSlot> index_;
  // The slots of sources taken of late, by their ids' hash: whoever is visited is asked
  // for three times, and the index is too large for a processor's cache.
  std::vector<Slot> taken_ = std::vector<Slot>(std::size_t{1} << kTakenBits, kNoSlot);
  std::unordered_map<Slot, OwnWishes> own_;
  Slot end_ = 0;
  Slot first_free_ = kNoSlot;
  std::size_t failing_ = 0;
};

}  // namespace curlew::schedule
