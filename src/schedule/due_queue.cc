#include "schedule/due_queue.h"

#include <algorithm>

namespace curlew::schedule {
namespace {

constexpr Second kWindowBits = 12;
static_assert(BucketSet::kSize == Second{1} << kWindowBits);

Second window_of(Second second) { return second >> kWindowBits; }
Second window_start(Second window) { return window << kWindowBits; }
std::uint32_t bucket_of(Second number) { return number % BucketSet::kSize; }

// Sources that have been due for longer than this are not told apart any more.
constexpr Second kOldest = BucketSet::kSize / 2 * BucketSet::kSize;

}  // namespace

DueQueue::DueQueue() {
  nodes_.grow_to(kFirstSource);
  for (NodeIndex list = kUnfiled; list < kFirstSource; ++list) {
    node(list) = {kNoSecond, list, list};
  }
}

void DueQueue::grow_to(Slot slots) {
  nodes_.grow_to(std::size_t{kFirstSource} + slots);
  slots_ = slots;
}

void DueQueue::append(NodeIndex list, NodeIndex at) {
  Node& head = node(list);
  Node& added = node(at);
  added.next = list;
  added.prev = head.prev;
  node(head.prev).next = at;
  head.prev = at;
}

void DueQueue::unlink(NodeIndex at) {
  Node& gone = node(at);
  node(gone.prev).next = gone.next;
  node(gone.next).prev = gone.prev;
  gone.next = kUnlinked;
}

void DueQueue::move_all(NodeIndex from, NodeIndex to) {
  if (is_empty(from)) return;
  const Node moved = node(from);
  const NodeIndex last = node(to).prev;
  node(last).next = moved.next;
  node(moved.next).prev = last;
  node(moved.prev).next = to;
  node(to).prev = moved.prev;
  node(from).next = node(from).prev = from;
}

// Into the list of its second, or of its window.
void DueQueue::file(NodeIndex at) {
  const Second due = std::max(node(at).due, cursor_);
  const Second present = window_of(cursor_);
  if (window_of(due) == present) {
    seconds_.insert(bucket_of(due));
    append(kSeconds + bucket_of(due), at);
    return;
  }
  const Second window = std::min(window_of(due), present + BucketSet::kSize - 1);
  windows_.insert(bucket_of(window));
  append(kWindows + bucket_of(window), at);
}

void DueQueue::file_all(NodeIndex list) {
  while (!is_empty(list)) {
    const NodeIndex at = node(list).next;
    unlink(at);
    file(at);
  }
}

void DueQueue::set(Slot slot, Time due) {
  if (slot >= slots_) grow_to(slot + 1);
  const NodeIndex at = node_of(slot);
  if (node(at).next != kUnlinked) erase(slot);
  node(at).due = ceil_second(due);
  Second counts_as = node(at).due;
  if (cursor_ == kNoSecond) {
    append(kUnfiled, at);
  } else {
    counts_as = std::max(counts_as, cursor_);
    file(at);
  }
  ++size_;
  if (size_ == 1 || (first_ && counts_as < *first_)) first_ = counts_as;
}

void DueQueue::erase(Slot slot) {
  if (!contains(slot)) return;
  const NodeIndex at = node_of(slot);
  unlink(at);
  --size_;
  if (first_ && node(at).due <= *first_) first_.reset();
}

void DueQueue::bring_forward(Milliseconds by) {
  if (cursor_ != kNoSecond) {
    const Second present = window_of(cursor_);
    for (Second i = 0; i < BucketSet::kSize; ++i) move_all(kSeconds + i, kUnfiled);
    for (Second i = 1; i < BucketSet::kSize; ++i) {
      move_all(kWindows + bucket_of(present + i), kUnfiled);
    }
  }
  seconds_.clear();
  windows_.clear();
  cursor_ = kNoSecond;
  first_.reset();
  for (Slot slot = 0; slot < slots_; ++slot) {
    Second& due = node(node_of(slot)).due;
    due = earlier(due, by);
  }
}

// Now that the time is known, the wheel can be placed.
void DueQueue::begin(Second now) {
  const Second first = size_ == 0 ? now : first_in(kUnfiled);
  cursor_ = std::clamp(first, now - std::min(now, kOldest), now);
  file_all(kUnfiled);
}

void DueQueue::enter_window(Second window) {
  cursor_ = window_start(window);
  windows_.erase(bucket_of(window));
  file_all(kWindows + bucket_of(window));
}

// The next one that holds something.
std::optional<Second> DueQueue::window_after(Second window) const {
  const Second end = window_of(cursor_) + BucketSet::kSize;
  for (Second at = window + 1; at < end;) {
    const std::uint32_t bucket = bucket_of(at);
    const auto found = windows_.next(bucket);
    // Past the end of the ring: on from its beginning.
    at += found.value_or(BucketSet::kSize) - bucket;
    if (!found || at >= end) continue;
    if (!is_empty(kWindows + *found)) return at;
    windows_.erase(*found);
  }
  return std::nullopt;
}

std::optional<Slot> DueQueue::pop_due(Time time) {
  const Second now = floor_second(time);
  if (size_ == 0) return std::nullopt;
  if (cursor_ == kNoSecond) begin(now);
  for (;;) {
    if (const auto bucket = seconds_.next(bucket_of(cursor_))) {
      const Second second = window_start(window_of(cursor_)) + *bucket;
      if (second > now) return std::nullopt;
      const NodeIndex first = node(kSeconds + *bucket).next;
      if (first == kSeconds + *bucket) {
        seconds_.erase(*bucket);
        continue;
      }
      cursor_ = second;
      const Slot slot = first - kFirstSource;
      erase(slot);
      return slot;
    }
    const auto window = window_after(window_of(cursor_));
    if (!window || window_start(*window) > now) return std::nullopt;
    enter_window(*window);
  }
}

Second DueQueue::first_in(NodeIndex list) const {
  Second first = kNoSecond;
  for (NodeIndex at = node(list).next; at != list; at = node(at).next) {
    first = std::min(first, node(at).due);
  }
  return first;
}

std::optional<Second> DueQueue::find_first() const {
  if (size_ == 0) return std::nullopt;
  if (cursor_ == kNoSecond) return first_in(kUnfiled);
  while (const auto bucket = seconds_.next(bucket_of(cursor_))) {
    if (!is_empty(kSeconds + *bucket)) {
      return window_start(window_of(cursor_)) + *bucket;
    }
    seconds_.erase(*bucket);
  }
  // The sources of a window are in no order, and one that was filed far ahead of its
  // time may stand before others.
  Second first = kNoSecond;
  for (auto window = window_after(window_of(cursor_)); window;
       window = window_after(*window)) {
    if (first != kNoSecond && window_of(first) < *window) break;
    first = std::min(first, first_in(kWindows + bucket_of(*window)));
  }
  return first;
}

std::optional<Time> DueQueue::first_due() const {
  if (!first_) first_ = find_first();
  if (!first_) return std::nullopt;
  return to_time(*first_);
}

}  // namespace curlew::schedule
