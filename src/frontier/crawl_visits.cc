// Visits: handed out, given back, reported, and what becomes of their pages.

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "frontier/crawl_state.h"

namespace curlew::frontier {
namespace {

template <typename Counter>
void count_up(Counter& counter) {
  if (counter < std::numeric_limits<Counter>::max()) ++counter;
}

}  // namespace

void TopicCrawl::State::set_room(OwnerNumber number, Owner& owner, std::uint32_t room,
                                 std::uint32_t out) {
  const bool was_open = owner.is_open();
  owner.room = room;
  owner.out = out;
  if (owner.is_open() == was_open) return;
  for (Topic& topic : topics) topic.waiting.set_open(table, number, owner.is_open());
}

CrawlVisit TopicCrawl::State::hand_out(Topic& of, Slot slot, double priority) {
  take_out_of_line(slot);
  PageRecord& record = table[slot];
  record.is_out = 1;
  Owner& by = owner(record.owner);
  set_room(record.owner, by, by.room, by.out + 1);
  const bool is_first_try =
      record.standing == PageStanding::kWaiting && record.failures == 0;
  if (is_first_try) ++site_of(record).out;
  ++of.phase.tried;
  if (record.standing != PageStanding::kWaiting) ++of.phase.known_tried;
  ++of.out;
  ++out;
  CrawlVisit visit;
  visit.page = record.page;
  visit.topic = record.topic;
  visit.phase = of.phase.phase;
  visit.owner = record.owner;
  visit.site = record.site;
  visit.standing = record.standing;
  visit.is_revisit = record.visits > 0;
  visit.is_dynamic = record.standing == PageStanding::kKept && record.dynamicity() > 0;
  visit.priority = priority;
  return visit;
}

// The page is no longer out.
void TopicCrawl::State::release(Slot slot, const CrawlVisit& visit) {
  PageRecord& record = table[slot];
  record.is_out = 0;
  Owner& by = owner(record.owner);
  set_room(record.owner, by, by.room, by.out - 1);
  Topic& of = topic_of(record);
  if (record.standing == PageStanding::kWaiting && record.failures == 0) {
    --site_of(record).out;
  }
  if (visit.phase == of.phase.phase && of.out > 0) --of.out;
  --out;
}

// A report is applied once: afterwards the page has been visited in that phase, or has
// left the topic. One that comes after a restart finds the page waiting, not out.
bool TopicCrawl::State::is_awaited(const PageRecord& record,
                                   const CrawlVisit& visit) const {
  return record.topic == visit.topic && record.phase_visited < visit.phase &&
         visit.phase <= topic(record.topic).phase.phase &&
         record.standing <= PageStanding::kKept;
}

// As if it had never been handed out. kNoSlot: it was not, or is not wanted any more.
Slot TopicCrawl::State::take_back(const CrawlVisit& visit) {
  const Slot slot = table.find(visit.page);
  if (slot == kNoSlot || !table[slot].is_out) return kNoSlot;
  const bool is_wanted = is_awaited(table[slot], visit);
  if (!is_wanted && table[slot].standing <= PageStanding::kKept) return kNoSlot;
  Topic& of = topic(visit.topic);
  if (visit.phase == of.phase.phase) {
    if (of.phase.tried > 0) --of.phase.tried;
    if (visit.standing != PageStanding::kWaiting && of.phase.known_tried > 0) {
      --of.phase.known_tried;
    }
  }
  release(slot, visit);
  return is_wanted ? slot : kNoSlot;
}

void TopicCrawl::give_back(const CrawlVisit& visit, Time now) {
  const Slot slot = state_->take_back(visit);
  if (slot == kNoSlot) return;
  state_->put_in_line(slot, to_second(now));
  state_->let_left_out_join(state_->topic(visit.topic), visit.site);
}

void TopicCrawl::put_off(const CrawlVisit& visit) {
  const Slot slot = state_->take_back(visit);
  if (slot == kNoSlot) return;
  State::Topic& topic = state_->topic(visit.topic);
  state_->table[slot].phase_visited = visit.phase;
  topic.later.push_back(slot);
  state_->let_left_out_join(topic, visit.site);
}

CrawlDecision TopicCrawl::report(const CrawlVisit& visit, Time now,
                                 const PageSeen& seen) {
  const Slot slot = state_->table.find(visit.page);
  if (slot == kNoSlot) return {};
  PageRecord& record = state_->table[slot];
  if (!state_->is_awaited(record, visit)) {
    // It gave way to another one meanwhile.
    if (record.is_out && record.standing > PageStanding::kKept) {
      state_->release(slot, visit);
    }
    return {};
  }
  State::Topic& topic = state_->topic(visit.topic);
  if (record.is_out) {
    state_->release(slot, visit);
  } else {
    // Handed out before a restart, which had to forget that it was tried.
    if (visit.phase == topic.phase.phase) ++topic.phase.tried;
    state_->take_out_of_line(slot);
  }
  const bool is_first_try =
      record.standing == PageStanding::kWaiting && record.failures == 0;
  if (is_first_try) ++state_->site_of(record).visited;
  record.phase_visited = visit.phase;
  const bool is_nothing = seen.end == FetchEnd::kUnchanged && record.visits == 0;
  if (seen.end == FetchEnd::kFailed || seen.end == FetchEnd::kGone || is_nothing) {
    return state_->failed(slot, visit, seen);
  }
  switch (record.standing) {
    case PageStanding::kSeed:
      return state_->read_seed(slot, seen, to_second(now));
    case PageStanding::kWaiting:
      return state_->first_read(slot, seen, to_second(now));
    default:
      return state_->read_again(slot, seen, to_second(now));
  }
}

CrawlDecision TopicCrawl::State::failed(Slot slot, const CrawlVisit& visit,
                                        const PageSeen& seen) {
  PageRecord& record = table[slot];
  Topic& of = topic(visit.topic);
  ++of.phase.failed;
  CrawlDecision decision;
  decision.topic = record.topic;
  decision.similarity = record.similarity;
  bool is_gone = record.failures + 1 >= of.rules.failures;
  if (seen.end == FetchEnd::kGone) is_gone = record.visits == 0 || record.failures > 0;
  // A user's word: only he takes it back.
  if (record.standing == PageStanding::kSeed) is_gone = false;
  record.failures = std::min(record.failures + 1, 127) & 127;
  if (!is_gone) {
    decision.fate = PageFate::kFailed;
    of.later.push_back(slot);
    return decision;
  }
  decision.fate = PageFate::kGone;
  decision.topic = kNoTopic;
  if (record.standing == PageStanding::kWaiting) learn(of, record, false);
  stop_keeping(record, PageStanding::kGone);
  return decision;
}

void TopicCrawl::State::count_visit(PageRecord& record, Second now) const {
  if (record.visits == 0) record.first_visit = now;
  record.last_visit = std::max(now, record.last_visit);
  count_up(record.visits);
  record.failures = 0;
  record.hinted = 0;
}

// Each counter goes up by at most one a visit.
bool TopicCrawl::State::count_changes(PageRecord& record, const PageSeen& seen,
                                      CrawlDecision& decision) const {
  if (seen.end == FetchEnd::kUnchanged) return false;
  decision.counted_structural = seen.has_structural_change;
  decision.counted_textual = seen.has_textual_change;
  if (seen.has_structural_change) count_up(record.structural);
  if (seen.has_textual_change) count_up(record.textual);
  const bool has_changed = seen.has_structural_change || seen.has_textual_change;
  if (has_changed) count_up(record.changes);
  return has_changed;
}

// For its links only: a seed is neither judged nor stored.
CrawlDecision TopicCrawl::State::read_seed(Slot slot, const PageSeen& seen,
                                           Second now) {
  PageRecord& record = table[slot];
  CrawlDecision decision;
  decision.fate = PageFate::kSeedRead;
  decision.topic = record.topic;
  decision.similarity = record.similarity;
  const bool is_first = record.visits == 0;
  count_visit(record, now);
  const bool has_changed = !is_first && count_changes(record, seen, decision);
  if (is_first || has_changed) decision.links = wanted_links();
  topic_of(record).later.push_back(slot);
  return decision;
}

bool TopicCrawl::State::is_duplicate(const PageRecord& record,
                                     const PageSeen& seen) const {
  if (seen.near_duplicate_of == kNoPage || seen.near_duplicate_of == record.page) {
    return false;
  }
  const Slot other = table.find(seen.near_duplicate_of);
  return other != kNoSlot && table[other].standing == PageStanding::kKept;
}

namespace {

// IS = ½(page + anchor), both with the page's topic.
double combined_similarity(const CrawlTopic& rules, const PageSeen& seen,
                           double anchor) {
  return (1 - rules.anchor_share) * seen.similarity + rules.anchor_share * anchor;
}

double anchor_for(const PageRecord& record, const PageSeen& seen) {
  if (seen.anchor_similarity) return *seen.anchor_similarity;
  return seen.topic == record.topic ? record.anchor_similarity : 0;
}

bool is_accepted(const PageSeen& seen, double similarity, double threshold) {
  // As a float, since that is what is kept and what the mean is made of.
  return seen.is_accepted.value_or(static_cast<float>(similarity) >=
                                   static_cast<float>(threshold));
}

}  // namespace

CrawlDecision TopicCrawl::State::first_read(Slot slot, const PageSeen& seen,
                                            Second now) {
  PageRecord& record = table[slot];
  Topic& of = topic_of(record);
  ++of.phase.downloaded;
  count_visit(record, now);
  CrawlDecision decision;
  const bool has_topic = index_of(seen.topic) < topics.size();
  const double anchor = anchor_for(record, seen);
  if (has_topic) {
    const Topic& new_topic = topic(seen.topic);
    decision.similarity = combined_similarity(new_topic.rules, seen, anchor);
    if (is_accepted(seen, decision.similarity, threshold_now(new_topic)))
      decision.topic = seen.topic;
  }
  const bool is_copy = is_duplicate(record, seen);
  learn(of, record, decision.topic == record.topic && !is_copy);
  if (decision.topic == kNoTopic) {
    decision.fate = PageFate::kRejected;
    record.similarity = static_cast<float>(decision.similarity);
    record.standing = PageStanding::kRejected;
    if (record.off_topic < of.rules.off_topic) decision.links = wanted_links();
    return decision;
  }
  if (is_copy && !seen.takes_its_place) {
    decision.fate = PageFate::kDuplicate;
    ++of.phase.duplicates;
    record.similarity = static_cast<float>(decision.similarity);
    record.standing = PageStanding::kDuplicate;
    return decision;
  }
  decision.fate = PageFate::kAccepted;
  decision.links = wanted_links();
  if (is_copy) {
    // What both say was counted when the other one was found.
    ++of.phase.duplicates;
    decision.in_place_of = seen.near_duplicate_of;
    give_way(seen.near_duplicate_of);
  } else if (decision.topic == record.topic) {
    ++of.phase.relevant;
    ++of.phase.newly_relevant;
  } else {
    ++of.phase.for_other_topics;
    ++topic(decision.topic).phase.taken_over;
  }
  // The next phase of its own topic will see it.
  if (decision.topic != record.topic) {
    record.phase_visited = topic(decision.topic).phase.phase;
  }
  keep(slot, decision.topic, decision.similarity, anchor);
  return decision;
}

// Re-classified before its changes are counted; a page whose topic is another is not
// compared on this visit.
CrawlDecision TopicCrawl::State::read_again(Slot slot, const PageSeen& seen,
                                            Second now) {
  PageRecord& record = table[slot];
  Topic& of = topic_of(record);
  ++of.phase.downloaded;
  ++of.phase.revisited;
  count_visit(record, now);
  CrawlDecision decision;
  decision.topic = record.topic;
  decision.similarity = record.similarity;
  if (is_duplicate(record, seen)) {
    decision.fate = PageFate::kDuplicate;
    ++of.phase.duplicates;
    stop_keeping(record, PageStanding::kDuplicate);
    return decision;
  }
  if (seen.end == FetchEnd::kUnchanged || seen.topic == record.topic) {
    decision.fate = PageFate::kKept;
    ++of.phase.relevant;
    if (seen.end == FetchEnd::kRead && of.rules.follows_similarity) {
      const double anchor = anchor_for(record, seen);
      decision.similarity = combined_similarity(of.rules, seen, anchor);
      of.similarity_sum -= record.similarity;
      record.similarity = static_cast<float>(decision.similarity);
      of.similarity_sum += record.similarity;
    }
    if (count_changes(record, seen, decision)) decision.links = wanted_links();
    of.phase.structural += decision.counted_structural ? 1 : 0;
    of.phase.textual += decision.counted_textual ? 1 : 0;
    of.later.push_back(slot);
    return decision;
  }
  const bool has_topic = index_of(seen.topic) < topics.size();
  const double anchor = anchor_for(record, seen);
  if (has_topic) {
    const Topic& new_topic = topic(seen.topic);
    decision.similarity = combined_similarity(new_topic.rules, seen, anchor);
    if (is_accepted(seen, decision.similarity, threshold_now(new_topic))) {
      decision.fate = PageFate::kMoved;
      decision.topic = seen.topic;
      ++of.phase.moved;
      ++topic(seen.topic).phase.taken_over;
      stop_keeping(record, PageStanding::kWaiting);
      record.phase_visited = topic(seen.topic).phase.phase;
      keep(slot, seen.topic, decision.similarity, anchor);
      return decision;
    }
  }
  decision.fate = PageFate::kDropped;
  decision.topic = kNoTopic;
  ++of.phase.dropped;
  stop_keeping(record, PageStanding::kDropped);
  return decision;
}

void TopicCrawl::State::keep(Slot slot, TopicIndex index, double similarity,
                             double anchor_similarity) {
  PageRecord& record = table[slot];
  record.topic = index;
  record.standing = PageStanding::kKept;
  record.similarity = static_cast<float>(similarity);
  record.anchor_similarity = static_cast<float>(anchor_similarity);
  Topic& of = topic_of(record);
  ++of.kept;
  of.similarity_sum += record.similarity;
  ++site_of(record).kept;
  of.later.push_back(slot);
}

void TopicCrawl::State::stop_keeping(PageRecord& record, PageStanding standing) {
  if (record.standing == PageStanding::kKept) {
    Topic& of = topic_of(record);
    --of.kept;
    of.similarity_sum = of.kept == 0 ? 0 : of.similarity_sum - record.similarity;
    --site_of(record).kept;
  }
  record.standing = standing;
}

// One that is out is waited for, and then ignored.
void TopicCrawl::State::give_way(PageId page) {
  const Slot slot = table.find(page);
  take_out_of_line(slot);
  stop_keeping(table[slot], PageStanding::kDuplicate);
}

void TopicCrawl::State::learn(Topic& of, const PageRecord& record, bool was_accepted) {
  Site& site = site_of(record);
  of.promise.learn(record.link_class, was_accepted, site.leaning, site.visited);
  if (of.order != CrawlOrder::kCurlew) return;
  for (const std::uint8_t link_class : site.link_classes) {
    of.waiting.set_leaning(table, record.site, link_class, site.leaning);
  }
}

}  // namespace curlew::frontier
