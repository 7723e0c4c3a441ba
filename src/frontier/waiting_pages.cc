#include "frontier/waiting_pages.h"

#include <algorithm>

#include "base/check.h"
#include "base/prefetch.h"

namespace curlew::frontier {

struct WaitingPages::PageOrder {
  PageTable& table;
  Hubs hubs;

  bool is_better(const Entry& left, const Entry& right) const {
    if (left.key != right.key) return left.key > right.key;
    return is_better_page(table[left.slot], table[right.slot], hubs);
  }
  void placed(const Entry& entry, std::uint32_t at) const {
    table[entry.slot].place = at;
  }
};

struct WaitingPages::LineOrder {
  WaitingPages& waiting;
  const PageTable& table;

  bool is_better(std::uint32_t left, std::uint32_t right) const {
    return waiting.is_better_top(table, waiting.lines_[left], waiting.lines_[right]);
  }
  void placed(std::uint32_t line, std::uint32_t at) const {
    waiting.lines_[line].place = at;
  }
};

struct WaitingPages::LaneOrder {
  WaitingPages& waiting;
  const PageTable& table;

  const Line& best_line(std::uint32_t lane) const {
    return waiting.lines_[waiting.lanes_[lane].lines.top()];
  }
  bool is_better(std::uint32_t left, std::uint32_t right) const {
    return waiting.is_better_top(table, best_line(left), best_line(right));
  }
  void placed(std::uint32_t lane, std::uint32_t at) const {
    waiting.lanes_[lane].place = at;
  }
};

bool WaitingPages::is_better_top(const PageTable& table, const Line& left,
                                 const Line& right) const {
  const double left_priority = priority_of(left);
  const double right_priority = priority_of(right);
  if (left_priority != right_priority) return left_priority > right_priority;
  return is_better_page(table[left.pages.top().slot], table[right.pages.top().slot],
                        hubs_);
}

std::uint32_t WaitingPages::lane_for(OwnerNumber owner, bool is_open) {
  const auto [at, is_new] = lane_of_.try_emplace(
      static_cast<std::uint32_t>(owner), static_cast<std::uint32_t>(lanes_.size()));
  if (is_new) {
    lanes_.emplace_back().owner = owner;
    lanes_.back().is_open = is_open;
    ++idle_lanes_;
  }
  return at->second;
}

std::uint32_t WaitingPages::new_line(std::uint32_t lane, LineKind kind) {
  std::uint32_t line = static_cast<std::uint32_t>(lines_.size());
  if (free_lines_.empty()) {
    lines_.emplace_back();
  } else {
    line = free_lines_.back();
    free_lines_.pop_back();
    lines_[line] = {};
  }
  lines_[line].lane = lane;
  lines_[line].kind = kind;
  return line;
}

std::uint32_t WaitingPages::pages_line_for(OwnerNumber owner, bool is_open) {
  const std::uint32_t lane = lane_for(owner, is_open);
  if (lanes_[lane].pages_line == kNowhere) {
    const std::uint32_t line = new_line(lane, LineKind::kPages);
    lanes_[lane].pages_line = line;
  }
  return lanes_[lane].pages_line;
}

void WaitingPages::insert(PageTable& table, std::uint32_t line, Slot slot, double key) {
  CHECK(table[slot].line == kNowhere);
  table[slot].line = line;
  lines_[line].pages.push({key, slot}, PageOrder{table, hubs_});
  ++size_;
  line_changed(table, line);
}

void WaitingPages::insert_page(PageTable& table, Slot slot, double priority,
                               bool is_open) {
  insert(table, pages_line_for(table[slot].owner, is_open), slot, priority);
}

void WaitingPages::insert_link(PageTable& table, Slot slot, double gain, bool is_open) {
  const PageRecord& record = table[slot];
  const auto [at, is_new] =
      links_line_of_.try_emplace(static_cast<std::uint32_t>(record.site), kNowhere);
  if (is_new) {
    at->second = new_line(lane_for(record.owner, is_open), LineKind::kLinks);
    Line& line = lines_[at->second];
    line.site = record.site;
    line.gain = gain;
  }
  insert(table, at->second, slot, record.anchor_similarity);
}

void WaitingPages::append_page(PageTable& table, Slot slot, bool is_open) {
  CHECK(table[slot].line == kNowhere);
  const std::uint32_t line = pages_line_for(table[slot].owner, is_open);
  table[slot].line = line;
  lines_[line].pages.entries().push_back({0, slot});
  ++size_;
}

void WaitingPages::erase(PageTable& table, Slot slot) {
  PageRecord& record = table[slot];
  const std::uint32_t line = record.line;
  lines_[line].pages.erase(record.place, PageOrder{table, hubs_});
  record.line = kNowhere;
  record.place = kNowhere;
  --size_;
  line_changed(table, line);
}

void WaitingPages::set_priority(PageTable& table, Slot slot, double priority) {
  const PageRecord& record = table[slot];
  Line& line = lines_[record.line];
  CHECK(line.kind == LineKind::kPages);
  line.pages.at(record.place).key = priority;
  line.pages.moved(record.place, PageOrder{table, hubs_});
  line_changed(table, record.line);
}

void WaitingPages::set_gain(PageTable& table, SiteNumber site, double gain) {
  const auto at = links_line_of_.find(static_cast<std::uint32_t>(site));
  if (at == links_line_of_.end()) return;
  lines_[at->second].gain = gain;
  line_changed(table, at->second);
}

void WaitingPages::line_changed(const PageTable& table, std::uint32_t line_index) {
  Line& line = lines_[line_index];
  const std::uint32_t lane_index = line.lane;
  Lane& lane = lanes_[lane_index];
  const LineOrder order{*this, table};
  const bool was_idle = lane.lines.empty();
  if (line.pages.empty()) {
    if (line.place != kNowhere) lane.lines.erase(line.place, order);
    line.place = kNowhere;
    free_line(line_index);
  } else if (line.place == kNowhere) {
    lane.lines.push(line_index, order);
  } else {
    lane.lines.moved(line.place, order);
  }
  if (was_idle && !lane.lines.empty()) --idle_lanes_;
  if (!was_idle && lane.lines.empty()) ++idle_lanes_;
  lane_changed(table, lane_index);
}

void WaitingPages::lane_changed(const PageTable& table, std::uint32_t lane_index) {
  Lane& lane = lanes_[lane_index];
  const LaneOrder order{*this, table};
  const bool belongs = lane.is_open && !lane.lines.empty();
  if (belongs && lane.place == kNowhere) {
    open_.push(lane_index, order);
  } else if (belongs) {
    open_.moved(lane.place, order);
  } else if (lane.place != kNowhere) {
    const std::uint32_t place = lane.place;
    lane.place = kNowhere;
    open_.erase(place, order);
  }
}

void WaitingPages::free_line(std::uint32_t index) {
  Line& line = lines_[index];
  if (line.kind == LineKind::kLinks) {
    links_line_of_.erase(static_cast<std::uint32_t>(line.site));
  } else {
    lanes_[line.lane].pages_line = kNowhere;
  }
  line = {};
  free_lines_.push_back(index);
}

void WaitingPages::set_open(PageTable& table, OwnerNumber owner, bool is_open) {
  const auto at = lane_of_.find(static_cast<std::uint32_t>(owner));
  if (at == lane_of_.end() || lanes_[at->second].is_open == is_open) return;
  lanes_[at->second].is_open = is_open;
  lane_changed(table, at->second);
}

std::optional<WaitingPages::Best> WaitingPages::best() const {
  if (open_.empty()) return std::nullopt;
  const Line& line = lines_[lanes_[open_.top()].lines.top()];
  return Best{line.pages.top().slot, priority_of(line)};
}

void WaitingPages::reorder(PageTable& table, const PriorityOf& priority_of) {
  for (Line& line : lines_) {
    if (line.pages.empty() || line.kind != LineKind::kPages) continue;
    std::vector<Entry>& entries = line.pages.entries();
    for (std::size_t at = 0; at < entries.size(); ++at) {
      // The records of an owner lie far from each other.
      const std::size_t ahead = std::min(at + 8, entries.size() - 1);
      prefetch(&table[entries[ahead].slot]);
      entries[at].key = priority_of(entries[at].slot);
    }
    line.pages.rebuild(PageOrder{table, hubs_});
  }
  rebuild_lanes(table);
}

void WaitingPages::rebuild_lanes(const PageTable& table) {
  for (Lane& lane : lanes_) {
    lane.lines.entries().clear();
    lane.place = kNowhere;
  }
  open_.entries().clear();
  for (std::uint32_t line = 0; line < lines_.size(); ++line) {
    if (lines_[line].pages.empty()) continue;
    lanes_[lines_[line].lane].lines.entries().push_back(line);
  }
  idle_lanes_ = 0;
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    lanes_[lane].lines.rebuild(LineOrder{*this, table});
    if (lanes_[lane].lines.empty()) {
      ++idle_lanes_;
    } else if (lanes_[lane].is_open) {
      open_.entries().push_back(lane);
    }
  }
  open_.rebuild(LaneOrder{*this, table});
}

std::vector<Slot> WaitingPages::slots() const {
  std::vector<Slot> slots;
  slots.reserve(size_);
  for (const Line& line : lines_) {
    for (const Entry& entry : line.pages.entries()) slots.push_back(entry.slot);
  }
  return slots;
}

std::size_t WaitingPages::memory_bytes() const {
  // A node of an unordered_map takes about 40 bytes with its bucket.
  constexpr std::size_t kNode = 40;
  std::size_t bytes = lines_.capacity() * sizeof(Line) +
                      lanes_.capacity() * sizeof(Lane) + open_.memory_bytes() +
                      (lane_of_.size() + links_line_of_.size()) * kNode;
  for (const Line& line : lines_) bytes += line.pages.memory_bytes();
  for (const Lane& lane : lanes_) bytes += lane.lines.memory_bytes();
  return bytes;
}

}  // namespace curlew::frontier
