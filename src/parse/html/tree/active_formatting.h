// The list of active formatting elements (HTML standard, section 13.2.4.3): <b>, <a>
// and the like that open again in the next block when they were not closed.

#pragma once

#include <cstdint>
#include <vector>

#include "parse/html/tree/tree.h"

namespace curlew::parse {

class ActiveFormatting {
 public:
  struct Entry {
    // kNoIndex: a marker.
    TreeIndex node = kNoIndex;
    dom::Tag tag = dom::Tag::kOther;
    // A hash of them, whatever their order.
    std::uint64_t attributes = 0;
  };

  std::size_t size() const { return entries_.size(); }
  Entry& operator[](std::size_t at) { return entries_[at]; }
  std::uint64_t steps() const { return steps_; }

  // Of four equal elements the first is dropped (the "Noah's Ark clause").
  void push(const Entry& entry);
  void push_marker() { entries_.push_back({}); }
  void clear_to_marker();

  // Behind the last marker; size() when it is not there.
  std::size_t find_last(dom::Tag tag);
  // Anywhere; size() when it is not there.
  std::size_t find(TreeIndex node);
  void insert(std::size_t at, const Entry& entry);
  void erase(std::size_t at);

 private:
  std::vector<Entry> entries_;
  std::uint64_t steps_ = 0;
};

}  // namespace curlew::parse
