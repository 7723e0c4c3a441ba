#include "parse/html/tree/active_formatting.h"

namespace curlew::parse {

void ActiveFormatting::push(const Entry& entry) {
  constexpr int kArk = 3;
  std::size_t first = entries_.size();
  int equal = 0;
  for (std::size_t at = entries_.size(); at-- > 0 && entries_[at].node != kNoIndex;) {
    ++steps_;
    if (entries_[at].tag != entry.tag || entries_[at].attributes != entry.attributes)
      continue;
    first = at;
    ++equal;
  }
  if (equal >= kArk) erase(first);
  entries_.push_back(entry);
}

void ActiveFormatting::clear_to_marker() {
  while (!entries_.empty()) {
    const bool is_marker = entries_.back().node == kNoIndex;
    entries_.pop_back();
    if (is_marker) return;
  }
}

std::size_t ActiveFormatting::find_last(dom::Tag tag) {
  for (std::size_t at = entries_.size(); at-- > 0; ++steps_) {
    if (entries_[at].node == kNoIndex) break;
    if (entries_[at].tag == tag) return at;
  }
  return entries_.size();
}

std::size_t ActiveFormatting::find(TreeIndex node) {
  for (std::size_t at = entries_.size(); at-- > 0; ++steps_)
    if (entries_[at].node == node) return at;
  return entries_.size();
}

void ActiveFormatting::insert(std::size_t at, const Entry& entry) {
  steps_ += entries_.size() - at;
  entries_.insert(entries_.begin() + std::ptrdiff_t(at), entry);
}

void ActiveFormatting::erase(std::size_t at) {
  steps_ += entries_.size() - at;
  entries_.erase(entries_.begin() + std::ptrdiff_t(at));
}

}  // namespace curlew::parse
