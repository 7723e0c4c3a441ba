#include "schedule/due_queue.h"

#include <tuple>
#include <utility>

namespace curlew::schedule {

bool DueQueue::before(const Item& a, const Item& b) {
  return std::tie(a.due, a.order) < std::tie(b.due, b.order);
}

void DueQueue::place(std::size_t at, Item item) {
  where_[item.slot] = static_cast<std::uint32_t>(at);
  heap_[at] = item;
}

void DueQueue::sift_up(std::size_t at, Item item) {
  while (at > 0) {
    const std::size_t parent = (at - 1) / 2;
    if (!before(item, heap_[parent])) break;
    place(at, heap_[parent]);
    at = parent;
  }
  place(at, item);
}

void DueQueue::sift_down(std::size_t at, Item item) {
  for (;;) {
    std::size_t child = 2 * at + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], item)) break;
    place(at, heap_[child]);
    at = child;
  }
  place(at, item);
}

void DueQueue::remove_at(std::size_t at) {
  where_[heap_[at].slot] = kNowhere;
  const Item last = heap_.back();
  heap_.pop_back();
  if (at == heap_.size()) return;
  if (at > 0 && before(last, heap_[(at - 1) / 2])) {
    sift_up(at, last);
  } else {
    sift_down(at, last);
  }
}

void DueQueue::set(Slot slot, Time due) {
  erase(slot);
  if (slot >= where_.size()) where_.resize(slot + 1, kNowhere);
  heap_.emplace_back();
  sift_up(heap_.size() - 1, {due, next_order_++, slot});
}

void DueQueue::erase(Slot slot) {
  if (contains(slot)) remove_at(where_[slot]);
}

void DueQueue::bring_forward(Milliseconds by) {
  for (Item& item : heap_) item.due -= by;
}

std::optional<Time> DueQueue::first_due() const {
  if (heap_.empty()) return std::nullopt;
  return heap_.front().due;
}

std::optional<Slot> DueQueue::pop_due(Time now) {
  if (heap_.empty() || heap_.front().due > now) return std::nullopt;
  const Slot slot = heap_.front().slot;
  remove_at(0);
  return slot;
}

}  // namespace curlew::schedule
