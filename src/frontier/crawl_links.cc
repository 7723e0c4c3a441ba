// Links: what is known of one when it is found, and when it is found again.

#include <algorithm>

#include "frontier/crawl_state.h"

namespace curlew::frontier {
namespace {

bool is_accepted_page_of(const PageRecord* parent, TopicIndex topic) {
  return parent != nullptr && parent->standing == PageStanding::kKept &&
         parent->topic == topic;
}

std::uint8_t off_topic_after(const PageRecord* parent) {
  if (parent == nullptr || parent->standing == PageStanding::kSeed ||
      parent->standing == PageStanding::kKept) {
    return 0;
  }
  return static_cast<std::uint8_t>(std::min(parent->off_topic + 1, 255));
}

std::uint16_t depth_after(const PageRecord* parent) {
  const int depth = parent == nullptr ? 1 : parent->depth + 1;
  return static_cast<std::uint16_t>(std::min(depth, 65'535));
}

float parent_similarity_of(const PageRecord* parent) {
  return parent == nullptr || parent->standing == PageStanding::kSeed
             ? 0
             : parent->similarity;
}

// A page that is visited again names its links again: those of the first visit count.
bool is_mention(const PageRecord* parent, TopicIndex topic) {
  return is_accepted_page_of(parent, topic) && parent->visits == 1;
}

}  // namespace

std::uint8_t TopicCrawl::State::link_class_for(const PageRecord& record,
                                               ParentClass parent) const {
  return link_class_of(record.anchor_similarity, parent, record.mentions, record.area);
}

ParentClass TopicCrawl::State::parent_class(const PageRecord* parent,
                                            TopicIndex of) const {
  if (parent == nullptr || parent->standing == PageStanding::kSeed) {
    return ParentClass::kUnknown;
  }
  if (!is_accepted_page_of(parent, of)) return ParentClass::kNotAccepted;
  return parent->similarity >= topic(of).mean_similarity() ? ParentClass::kTypical
                                                           : ParentClass::kAccepted;
}

PageRecord TopicCrawl::State::to_record(const CrawlLink& link) const {
  const Slot from = link.from == kNoPage ? kNoSlot : table.find(link.from);
  const PageRecord* parent = from == kNoSlot ? nullptr : &table[from];
  PageRecord record;
  record.page = link.page;
  record.topic = link.topic;
  record.owner = link.owner;
  record.site = link.site;
  record.depth = depth_after(parent);
  record.off_topic = off_topic_after(parent);
  record.area = link.area;
  record.anchor_similarity = static_cast<float>(link.anchor_similarity);
  record.similarity = record.anchor_similarity;
  record.parent_similarity = parent_similarity_of(parent);
  record.importance = static_cast<float>(link.importance);
  record.mentions = is_mention(parent, link.topic) ? 1 : 0;
  record.link_class = link_class_for(record, parent_class(parent, link.topic));
  return record;
}

// Another mention of a link that waits: it is as good as the best of what is said of
// it. A page that is named under another topic goes there when its anchor text is more
// similar to that.
LinkFate TopicCrawl::State::improve(Slot slot, const CrawlLink& link) {
  const PageRecord& known = table[slot];
  const bool can_improve = known.standing == PageStanding::kWaiting && !known.is_out &&
                           known.is_waiting_in_line() &&
                           topic_of(known).order == CrawlOrder::kCurlew &&
                           topic(link.topic).order == CrawlOrder::kCurlew;
  if (!can_improve) return LinkFate::kKnown;
  PageRecord better = to_record(link);
  const bool is_same_topic = better.topic == known.topic;
  if (!is_same_topic) {
    if (better.anchor_similarity <= known.anchor_similarity) return LinkFate::kKnown;
    if (is_restricted_to_one_topic() && !topic(link.topic).is_active) {
      return LinkFate::kKnown;
    }
  } else {
    better.phase_visited = known.phase_visited;
    better.mentions =
        static_cast<std::uint8_t>(std::min(known.mentions + better.mentions, 255));
    better.anchor_similarity =
        std::max(better.anchor_similarity, known.anchor_similarity);
    better.similarity = better.anchor_similarity;
    better.parent_similarity =
        std::max(better.parent_similarity, known.parent_similarity);
    better.area = std::max(better.area, known.area);
    better.link_class = link_class_for(
        better, std::max(parent_of(better.link_class), parent_of(known.link_class)));
  }
  better.owner = known.owner;
  better.site = known.site;
  better.depth = std::min(better.depth, known.depth);
  better.off_topic = std::min(better.off_topic, known.off_topic);
  better.failures = known.failures;
  better.importance = known.importance;
  if (frontier::to_state(better) == frontier::to_state(known)) return LinkFate::kKnown;
  take_out_of_line(slot);
  table[slot] = better;
  put_in_line(slot, 0);
  return LinkFate::kImproved;
}

}  // namespace curlew::frontier
