// Phases, frontiers and whose turn it is.

#include <algorithm>

#include "base/check.h"
#include "frontier/crawl_state.h"

namespace curlew::frontier {

namespace {

// Is it tried in this phase? After visits in vain it waits 1, 2, 4, ... phases.
bool is_due(const PageRecord& record, std::uint32_t phase) {
  const bool is_waited_for = record.failures > 1 && record.phase_visited > 0 &&
                             record.standing != PageStanding::kSeed &&
                             record.standing <= PageStanding::kKept;
  if (!is_waited_for) return true;
  const int doublings = std::min(record.failures - 1, 7);
  return phase >= record.phase_visited + (1u << doublings);
}

}  // namespace

TopicCrawl::State::Topic::Topic(const CrawlTopic& given)
    : rules(given), order(given.order), waiting(hubs()) {}

WaitingPages::Hubs TopicCrawl::State::Topic::hubs() const {
  return order == CrawlOrder::kBreadthFirst ? WaitingPages::Hubs::kAsOthers
                                            : WaitingPages::Hubs::kFirst;
}

double TopicCrawl::State::Topic::mean_similarity() const {
  return kept == 0 ? phase.threshold : similarity_sum / kept;
}

TopicCrawl::State::Topic& TopicCrawl::State::topic(TopicIndex index) {
  CHECK(index_of(index) < topics.size());
  return topics[index_of(index)];
}

const TopicCrawl::State::Topic& TopicCrawl::State::topic(TopicIndex index) const {
  CHECK(index_of(index) < topics.size());
  return topics[index_of(index)];
}

TopicCrawl::State::Site& TopicCrawl::State::site_of(const PageRecord& record) {
  return topic_of(record).sites[static_cast<std::uint32_t>(record.site)];
}

TopicCrawl::State::Owner& TopicCrawl::State::owner(OwnerNumber number) {
  const auto [at, is_new] = owners.try_emplace(static_cast<std::uint32_t>(number));
  if (is_new) at->second.room = options.room_of_an_owner;
  return at->second;
}

// The number by which a page with a number of its own is ordered.
double TopicCrawl::State::priority_of(const PageRecord& record, Second now) const {
  const Topic& of = topic(record.topic);
  switch (of.order) {
    case CrawlOrder::kThesis:
      // IC = IS + ID. For a link IS is its anchor's similarity. ID ≥ 1 puts every
      // dynamic page before all static ones: two frontiers in one heap.
      return double(record.similarity) + record.dynamicity();
    case CrawlOrder::kBreadthFirst:
      return -double(record.depth);
    case CrawlOrder::kPageRank:
    case CrawlOrder::kBacklinks:
    case CrawlOrder::kForwardLinks:
      return record.importance;
    case CrawlOrder::kCurlew:
      break;
  }
  // What is new on a site is found by way of its seeds.
  if (record.visits == 0 || record.standing == PageStanding::kSeed) {
    return record.similarity;
  }
  PageHistory history;
  history.first_visit = from_unix_seconds(record.first_visit);
  history.last_visit = from_unix_seconds(record.last_visit);
  history.visits = record.visits;
  history.changes = record.changes;
  history.site = record.site;
  if (record.hinted != 0) history.hinted = from_unix_seconds(record.hinted);
  const Second age = now > record.last_visit ? now - record.last_visit : 0;
  const Time judged = history.last_visit + std::chrono::seconds(judged_age(age).now);
  return record.similarity * std::clamp(changes.changed(history, judged), 0.0, 1.0);
}

std::optional<TopicFrontier::Best> TopicCrawl::State::best_of(const Topic& of) const {
  return of.waiting.best(table, of.promise, of.usual_similarity());
}

// A known page that comes before whatever promises more, so that there is always one
// visit in so many that looks after what is there.
std::optional<TopicFrontier::Best> TopicCrawl::State::owed_visit(
    const Topic& of) const {
  constexpr std::uint64_t kKnownPageEvery = 5;
  const bool is_owed = of.order == CrawlOrder::kCurlew &&
                       of.phase.known_tried * kKnownPageEvery <= of.phase.tried;
  const std::optional<TopicFrontier::Best> page =
      is_owed ? of.waiting.pages.best() : std::nullopt;
  return page && page->priority >= of.rules.least_gain ? page : std::nullopt;
}

bool TopicCrawl::State::is_link_in_line(const Topic& topic,
                                        const PageRecord& record) const {
  return topic.order == CrawlOrder::kCurlew &&
         record.standing == PageStanding::kWaiting;
}

void TopicCrawl::State::put_in_line(Slot slot, Second now) {
  PageRecord& record = table[slot];
  Topic& of = topic_of(record);
  const bool is_open = owner(record.owner).is_open();
  if (is_link_in_line(of, record)) {
    Site& site = site_of(record);
    std::vector<std::uint8_t>& classes = site.link_classes;
    if (std::find(classes.begin(), classes.end(), record.link_class) == classes.end()) {
      classes.push_back(record.link_class);
    }
    of.waiting.insert_link(table, slot, site.leaning, is_open);
    return;
  }
  of.waiting.pages.insert_page(table, slot, priority_of(record, now), is_open);
  record.next_judgement = 0;
  if (of.order == CrawlOrder::kCurlew && record.visits > 0) {
    const Second age = now > record.last_visit ? now - record.last_visit : 0;
    record.next_judgement = record.last_visit + judged_age(age).next;
    judgements.add({record.next_judgement, slot});
  }
}

void TopicCrawl::State::take_out_of_line(Slot slot) {
  PageRecord& record = table[slot];
  if (record.is_waiting_in_line()) {
    Topic& of = topic_of(record);
    if (is_link_in_line(of, record)) {
      of.waiting.erase_link(table, slot);
    } else {
      of.waiting.pages.erase(table, slot);
    }
  }
  record.next_judgement = 0;
}

void TopicCrawl::State::place_restored(Slot slot, Second now) {
  PageRecord& record = table[slot];
  Topic& of = topic_of(record);
  switch (record.standing) {
    case PageStanding::kRejected:
    case PageStanding::kDropped:
    case PageStanding::kDuplicate:
    case PageStanding::kGone:
      return;
    case PageStanding::kWaiting:
    case PageStanding::kSeed:
    case PageStanding::kKept:
      break;
  }
  const bool is_over = record.standing == PageStanding::kSeed && record.visits > 0 &&
                       !of.rules.revisits_seeds;
  const bool was_here = record.phase_visited > 0 || record.visits > 0;
  const bool is_late = (was_here && record.phase_visited >= of.phase.phase) ||
                       !is_due(record, of.phase.phase);
  if (is_over || is_late) {
    of.later.push_back(slot);
  } else {
    put_in_line(slot, now);
  }
}

void TopicCrawl::State::judge_due(Second now) {
  // Stale judgements are of pages that were visited meanwhile; they go when they are
  // due, or all at once when they are most.
  while (const std::optional<Judgements::Judgement> due = judgements.take_due(now)) {
    PageRecord& record = table[due->slot];
    if (!record.is_waiting_in_line() || record.next_judgement != due->at) continue;
    Topic& of = topic_of(record);
    of.waiting.pages.set_priority(table, due->slot, priority_of(record, now));
    const Second next = record.last_visit + judged_age(now - record.last_visit).next;
    // The last age is beyond what 32 bits of seconds hold.
    record.next_judgement = next > now ? next : 0;
    if (record.next_judgement != 0) {
      judgements.add({record.next_judgement, due->slot});
    }
  }
}

// Everything that waits gets its number anew, and what waited for this phase joins.
void TopicCrawl::State::reorder(Topic& of, Second now) {
  std::vector<Slot> joining;
  joining.swap(of.later);
  joining.insert(joining.end(), of.left_out.begin(), of.left_out.end());
  of.left_out.clear();
  if (of.order != of.rules.order) {
    const std::vector<Slot> waiting = of.waiting.slots();
    joining.insert(joining.end(), waiting.begin(), waiting.end());
    of.order = of.rules.order;
    of.waiting.clear(table, of.hubs());
  }
  for (const Slot slot : joining) {
    PageRecord& record = table[slot];
    if (&topic_of(record) != &of || record.is_waiting_in_line() || record.is_out) {
      continue;
    }
    const bool is_done = record.standing == PageStanding::kSeed && record.visits > 0 &&
                         !of.rules.revisits_seeds;
    if (is_done || !is_due(record, of.phase.phase)) {
      of.later.push_back(slot);
    } else if (record.standing == PageStanding::kWaiting &&
               !has_site_room(of, record)) {
      of.left_out.push_back(slot);
    } else if (is_link_in_line(of, record)) {
      put_in_line(slot, now);
    } else if (record.standing <= PageStanding::kKept) {
      of.waiting.pages.append_page(table, slot, owner(record.owner).is_open());
    }
  }
  of.waiting.pages.reorder(table, [&](Slot slot) {
    PageRecord& record = table[slot];
    if (record.standing == PageStanding::kKept) {
      ++(record.dynamicity() > 0 ? of.phase.dynamic_pages : of.phase.static_pages);
    }
    record.next_judgement = 0;
    if (of.order == CrawlOrder::kCurlew && record.visits > 0) {
      const Second age = now > record.last_visit ? now - record.last_visit : 0;
      record.next_judgement = record.last_visit + judged_age(age).next;
      judgements.append({record.next_judgement, slot});
    }
    return priority_of(record, now);
  });
  of.phase.waiting_links = static_cast<std::uint32_t>(
      of.waiting.size() - of.phase.dynamic_pages - of.phase.static_pages);
  std::size_t waiting = 0;
  for (const Topic& topic : topics) waiting += topic.waiting.pages.size();
  judgements.reorder(table, waiting);
}

// A site's place became free: whoever was left out for it may wait again. Visits are
// given back rarely, so all who were left out are looked through.
void TopicCrawl::State::let_left_out_join(Topic& of, SiteNumber site) {
  std::erase_if(of.left_out, [&](Slot slot) {
    const PageRecord& record = table[slot];
    const bool is_here = record.standing == PageStanding::kWaiting &&
                         &topic_of(record) == &of && !record.is_waiting_in_line();
    if (!is_here) return true;  // Given up, or another topic's meanwhile.
    if (record.site != site || !has_site_room(of, record)) return false;
    put_in_line(slot, 0);
    return true;
  });
}

bool TopicCrawl::State::has_site_room(const Topic& of, const PageRecord& record) const {
  // Tried before: it is counted already.
  if (record.failures > 0) return true;
  const auto site = of.sites.find(static_cast<std::uint32_t>(record.site));
  return site == of.sites.end() ||
         site->second.visited + site->second.out < of.rules.pages_a_site;
}

double TopicCrawl::State::threshold_for(const Topic& of, std::uint32_t phase) const {
  const bool is_given =
      of.rules.threshold_rule == ThresholdRule::kFixed || phase <= 1 || of.kept == 0;
  return is_given ? of.rules.threshold : of.mean_similarity();
}

// Between its phases a topic takes pages of others by the threshold that its next phase
// would have. One that is given holds as soon as it is given.
double TopicCrawl::State::threshold_now(const Topic& of) const {
  if (of.rules.threshold_rule == ThresholdRule::kFixed) return of.rules.threshold;
  return of.is_active ? of.phase.threshold : threshold_for(of, of.phase.phase + 1);
}

bool TopicCrawl::State::is_restricted_to_one_topic() const {
  if (options.pacing != CrawlPacing::kTopicByTopic) return false;
  return std::any_of(topics.begin(), topics.end(),
                     [](const Topic& topic) { return topic.is_active; });
}

LinksWanted TopicCrawl::State::wanted_links() const {
  if (options.pacing != CrawlPacing::kTopicByTopic) return LinksWanted::kOfAllTopics;
  const auto active = std::count_if(topics.begin(), topics.end(),
                                    [](const Topic& topic) { return topic.is_active; });
  return active > 1 ? LinksWanted::kOfAllTopics : LinksWanted::kOfTopic;
}

bool TopicCrawl::begin_phase(TopicIndex index, Time now) {
  State::Topic& topic = state_->topic(index);
  if (topic.is_active) return false;
  if (state_->options.pacing == CrawlPacing::kTopicByTopic) {
    const bool is_first = topic.phase.phase == 0;
    for (const State::Topic& other : state_->topics) {
      if (other.is_active && !(is_first && other.phase.phase == 1)) return false;
    }
  }
  const std::uint32_t phase = topic.phase.phase + 1;
  const double threshold = state_->threshold_for(topic, phase);
  topic.phase = {};
  topic.phase.topic = index;
  topic.phase.phase = phase;
  topic.phase.began = now;
  topic.phase.threshold = threshold;
  topic.is_active = true;
  topic.out = 0;
  state_->reorder(topic, to_second(now));
  return true;
}

void TopicCrawl::end_phase(TopicIndex index, Time now) {
  State::Topic& topic = state_->topic(index);
  if (!topic.is_active) return;
  topic.is_active = false;
  topic.phase.ended = now;
}

// It has a page to try, or may have when an owner has room again.
bool TopicCrawl::State::can_go_on(const Topic& of) const {
  if (!of.is_active || of.phase.tried >= of.rules.pages_a_phase) return false;
  if (of.waiting.size() == 0) return false;
  if (of.order != CrawlOrder::kCurlew || !of.waiting.is_all_open()) return true;
  const std::optional<TopicFrontier::Best> best = best_of(of);
  return best && best->priority >= of.rules.least_gain;
}

void TopicCrawl::State::end_finished_phases(Time now) {
  // Pages of the other topics may bring links to one that has none.
  const bool may_get_links =
      options.pacing != CrawlPacing::kTurns &&
      std::any_of(topics.begin(), topics.end(), [this](const Topic& topic) {
        return topic.is_active && (topic.out > 0 || can_go_on(topic));
      });
  for (Topic& topic : topics) {
    if (!topic.is_active || topic.out > 0 || can_go_on(topic)) continue;
    const bool is_full = topic.phase.tried >= topic.rules.pages_a_phase;
    if (!is_full && may_get_links) continue;
    topic.is_active = false;
    topic.phase.ended = now;
  }
}

// Of the topics that may go on and have a page whose owner has room.
TopicCrawl::State::Topic* TopicCrawl::State::topic_in_turn() {
  Topic* chosen = nullptr;
  TopicFrontier::Best chosen_best;
  for (Topic& topic : topics) {
    if (!topic.is_active || topic.phase.tried >= topic.rules.pages_a_phase) continue;
    const std::optional<TopicFrontier::Best> best = best_of(topic);
    if (!best) continue;
    if (topic.order == CrawlOrder::kCurlew && best->priority < topic.rules.least_gain) {
      continue;
    }
    bool is_before = chosen == nullptr;
    if (chosen != nullptr && options.pacing == CrawlPacing::kTurns) {
      is_before = std::uint64_t{topic.phase.tried} * chosen->rules.pages_a_phase <
                  std::uint64_t{chosen->phase.tried} * topic.rules.pages_a_phase;
    } else if (chosen != nullptr) {
      is_before = best->priority > chosen_best.priority;
    }
    if (!is_before) continue;
    chosen = &topic;
    chosen_best = *best;
  }
  return chosen;
}

std::optional<CrawlVisit> TopicCrawl::State::take_best() {
  while (Topic* of = topic_in_turn()) {
    const std::optional<TopicFrontier::Best> owed = owed_visit(*of);
    const TopicFrontier::Best best = owed ? *owed : *best_of(*of);
    const PageRecord& record = table[best.slot];
    if (record.standing == PageStanding::kWaiting && !has_site_room(*of, record)) {
      take_out_of_line(best.slot);
      of->left_out.push_back(best.slot);
      continue;
    }
    return hand_out(*of, best.slot, best.priority);
  }
  return std::nullopt;
}

}  // namespace curlew::frontier
