// Sources in the order of the second in which they are due; those of one second in the
// order of their arrival.
//
// A timing wheel: a list for each of the 4096 seconds of the present window, a list for
// each of the next 4095 windows (194 days), and links in the nodes themselves. Every
// change costs O(1) and touches two or three nodes, where a heap of ten million moves a
// dozen items and their positions (measured: planner_bench.cc). A window's list is
// spread over its seconds when its time comes. What is due later than the last window
// waits in that one and is looked at again.
//
// 12 bytes a source.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/time.h"
#include "schedule/bucket_set.h"
#include "schedule/compact_time.h"
#include "schedule/policy.h"
#include "schedule/row_store.h"

namespace curlew::schedule {

// Not thread-safe.
class DueQueue {
 public:
  DueQueue();

  // Inserts a source, or moves it to another time, rounded up to a whole second. One
  // that is overdue when it comes is taken at once, but perhaps behind others that are.
  void set(Slot slot, Time due);
  // Takes it out. It keeps its due time.
  void erase(Slot slot);
  bool contains(Slot slot) const {
    return slot < slots_ && node(node_of(slot)).next != kUnlinked;
  }
  // As it was last set; of a slot that was.
  Time due(Slot slot) const { return to_time(node(node_of(slot)).due); }

  // Everybody is due so much earlier, also those that are not in line.
  void bring_forward(Milliseconds by);

  std::optional<Time> first_due() const;
  // Takes the first source out when it is due at `now`.
  std::optional<Slot> pop_due(Time now);

  std::size_t size() const { return size_; }

 private:
  // Lists are rings through a node of their own; those of the wheel come before the
  // sources'.
  using NodeIndex = std::uint32_t;
  struct Node {
    Second due;
    NodeIndex next;
    NodeIndex prev;
  };
  // Node 0 is in no list.
  static constexpr NodeIndex kUnlinked = 0;
  static constexpr NodeIndex kUnfiled = 1;
  static constexpr NodeIndex kSeconds = 2;
  static constexpr NodeIndex kWindows = kSeconds + BucketSet::kSize;
  static constexpr NodeIndex kFirstSource = kWindows + BucketSet::kSize;

  static NodeIndex node_of(Slot slot) { return slot + kFirstSource; }
  Node& node(NodeIndex at) { return *reinterpret_cast<Node*>(nodes_.at(at)); }
  const Node& node(NodeIndex at) const {
    return *reinterpret_cast<const Node*>(nodes_.at(at));
  }
  bool is_empty(NodeIndex list) const { return node(list).next == list; }
  void append(NodeIndex list, NodeIndex at);
  void unlink(NodeIndex at);
  void move_all(NodeIndex from, NodeIndex to);

  void file(NodeIndex at);
  void file_all(NodeIndex list);
  void begin(Second now);
  void enter_window(Second window);
  std::optional<Second> window_after(Second window) const;
  std::optional<Second> find_first() const;
  Second first_in(NodeIndex list) const;
  void grow_to(Slot slots);

  RowStore nodes_{sizeof(Node)};
  // Lists that may hold something; those found empty are cleared when they are asked.
  mutable BucketSet seconds_;
  mutable BucketSet windows_;
  Slot slots_ = 0;
  std::size_t size_ = 0;
  // No source in a list is due before it; kNoSecond until the first is asked for: until
  // then all are unfiled.
  Second cursor_ = kNoSecond;
  // What find_first() would say, if known.
  mutable std::optional<Second> first_;
};

}  // namespace curlew::schedule
