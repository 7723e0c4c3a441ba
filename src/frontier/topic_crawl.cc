#include "frontier/topic_crawl.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "frontier/crawl_state.h"

namespace curlew::frontier {
namespace {

constexpr std::array<std::pair<CrawlOrder, std::string_view>, 6> kOrderNames{{
    {CrawlOrder::kCurlew, "curlew"},
    {CrawlOrder::kThesis, "thesis"},
    {CrawlOrder::kBreadthFirst, "breadth-first"},
    {CrawlOrder::kPageRank, "pagerank"},
    {CrawlOrder::kBacklinks, "backlinks"},
    {CrawlOrder::kForwardLinks, "forward-links"},
}};

}  // namespace

std::string_view to_text(CrawlOrder order) {
  return kOrderNames[static_cast<std::size_t>(order)].second;
}

std::optional<CrawlOrder> parse_crawl_order(std::string_view text) {
  for (const auto& [order, name] : kOrderNames) {
    if (name == text) return order;
  }
  return std::nullopt;
}

CrawlTopic thesis_topic(double threshold) {
  CrawlTopic topic;
  topic.order = CrawlOrder::kThesis;
  topic.threshold_rule = ThresholdRule::kMeanOfAccepted;
  topic.threshold = threshold;
  topic.anchor_share = 0.5;
  topic.off_topic = 0;
  topic.revisits_seeds = false;
  topic.follows_similarity = false;
  return topic;
}

TopicCrawl::TopicCrawl(TopicCrawlOptions options, std::span<const CrawlTopic> topics,
                       const ChangeModel& changes)
    : state_(std::make_unique<State>(options, changes)) {
  if (options.expected_pages > 0) state_->table.reserve(options.expected_pages);
  for (const CrawlTopic& topic : topics) add_topic(topic);
}
TopicCrawl::~TopicCrawl() = default;
TopicCrawl::TopicCrawl(TopicCrawl&&) noexcept = default;
TopicCrawl& TopicCrawl::operator=(TopicCrawl&&) noexcept = default;

TopicIndex TopicCrawl::add_topic(const CrawlTopic& topic) {
  const TopicIndex index{static_cast<std::uint16_t>(state_->topics.size())};
  CHECK(index != kNoTopic);
  state_->topics.emplace_back(topic).phase.topic = index;
  return index;
}

std::size_t TopicCrawl::topic_count() const { return state_->topics.size(); }

const CrawlTopic& TopicCrawl::topic(TopicIndex topic) const {
  return state_->topic(topic).rules;
}

void TopicCrawl::set_topic(TopicIndex topic, const CrawlTopic& rules) {
  state_->topic(topic).rules = rules;
}

void TopicCrawl::restore(const CrawlSnapshot& snapshot, Time now) {
  restore_topics(snapshot.topics, snapshot.sites);
  restore_pages(snapshot.pages, now);
}

void TopicCrawl::restore_topics(std::span<const CrawlTopicState> topics,
                                std::span<const CrawlSiteState> sites) {
  for (const CrawlTopicState& row : topics) {
    State::Topic& topic = state_->topic(row.topic);
    topic.phase = row.phase;
    topic.phase.topic = row.topic;
    topic.is_active = row.is_active;
    topic.kept = row.kept;
    topic.similarity_sum = row.similarity_sum;
    topic.promise.restore(row.learned);
  }
  for (const CrawlSiteState& row : sites) {
    State::Site& site =
        state_->topic(row.topic).sites[static_cast<std::uint32_t>(index_of(row.site))];
    site.visited = row.visited;
    site.kept = row.kept;
    site.leaning = row.leaning;
  }
}

void TopicCrawl::restore_pages(std::span<const CrawlPageState> pages, Time now) {
  for (const CrawlPageState& row : pages) {
    if (state_->table.find(row.page) != kNoSlot) continue;
    if (index_of(row.topic) >= state_->topics.size()) continue;
    const Slot slot = state_->table.add(to_record(row));
    state_->place_restored(slot, to_second(now));
  }
}

bool TopicCrawl::add_seed(const CrawlSeed& seed) {
  if (is_known(seed.page)) return false;
  PageRecord record;
  record.page = seed.page;
  record.topic = seed.topic;
  record.owner = seed.owner;
  record.site = seed.site;
  record.standing = PageStanding::kSeed;
  // The thesis' reason: with 0, the crawl would go into the depth of the first seed and
  // never reach the others.
  record.similarity = 1;
  record.anchor_similarity = 1;
  const Slot slot = state_->table.add(record);
  state_->put_in_line(slot, 0);
  return true;
}

LinkFate TopicCrawl::add_link(const CrawlLink& link) {
  State::Topic& topic = state_->topic(link.topic);
  const Slot known = state_->table.find(link.page);
  if (known != kNoSlot) return state_->improve(known, link);
  if (state_->is_restricted_to_one_topic() && !topic.is_active) {
    return LinkFate::kOtherTopic;
  }
  const PageRecord record = state_->to_record(link);
  if (record.depth > topic.rules.depth) return LinkFate::kTooDeep;
  if (!state_->has_site_room(topic, record)) return LinkFate::kSiteFull;
  const Slot slot = state_->table.add(record);
  state_->put_in_line(slot, 0);
  ++topic.phase.links;
  return LinkFate::kAdded;
}

void TopicCrawl::set_importance(PageId page, double importance) {
  const Slot slot = state_->table.find(page);
  if (slot == kNoSlot) return;
  PageRecord& record = state_->table[slot];
  record.importance = static_cast<float>(importance);
  State::Topic& topic = state_->topic_of(record);
  const bool is_by_importance = topic.order == CrawlOrder::kPageRank ||
                                topic.order == CrawlOrder::kBacklinks ||
                                topic.order == CrawlOrder::kForwardLinks;
  if (!is_by_importance || !record.is_waiting_in_line()) return;
  topic.waiting.pages.set_priority(state_->table, slot, state_->priority_of(record, 0));
}

void TopicCrawl::hint_change(PageId page, Time modified, Time now) {
  const Slot slot = state_->table.find(page);
  if (slot == kNoSlot || modified > now) return;
  PageRecord& record = state_->table[slot];
  const Second at = to_second(modified);
  if (record.standing != PageStanding::kKept || at <= record.last_visit) return;
  record.hinted = std::max(record.hinted, at);
  State::Topic& topic = state_->topic_of(record);
  if (topic.order != CrawlOrder::kCurlew || !record.is_waiting_in_line()) return;
  topic.waiting.pages.set_priority(state_->table, slot,
                                   state_->priority_of(record, to_second(now)));
}

bool TopicCrawl::give_up(PageId page) {
  const Slot slot = state_->table.find(page);
  if (slot == kNoSlot || state_->table[slot].is_out) return false;
  state_->take_out_of_line(slot);
  state_->stop_keeping(state_->table[slot], PageStanding::kGone);
  return true;
}

bool TopicCrawl::hand_over(PageId page, TopicIndex to) {
  const Slot slot = state_->table.find(page);
  if (slot == kNoSlot || state_->table[slot].is_out) return false;
  state_->take_out_of_line(slot);
  PageRecord& record = state_->table[slot];
  state_->stop_keeping(record, PageStanding::kWaiting);
  PageRecord link;
  link.page = record.page;
  link.topic = to;
  link.owner = record.owner;
  link.site = record.site;
  link.depth = record.depth;
  link.area = record.area;
  link.importance = record.importance;
  link.link_class = state_->link_class_for(link, ParentClass::kUnknown);
  record = link;
  state_->put_in_line(slot, 0);
  return true;
}

void TopicCrawl::set_pacing(CrawlPacing pacing) { state_->options.pacing = pacing; }

bool TopicCrawl::is_active(TopicIndex topic) const {
  return state_->topic(topic).is_active;
}

std::optional<CrawlVisit> TopicCrawl::next(Time now) {
  state_->judge_due(to_second(now));
  std::optional<CrawlVisit> visit = state_->take_best();
  state_->end_finished_phases(now);
  return visit;
}

void TopicCrawl::set_room(OwnerNumber owner, std::uint32_t pages) {
  State::Owner& known = state_->owner(owner);
  state_->set_room(owner, known, pages, known.out);
}

bool TopicCrawl::is_known(PageId page) const {
  return state_->table.find(page) != kNoSlot;
}

bool TopicCrawl::is_out(PageId page) const {
  const Slot slot = state_->table.find(page);
  return slot != kNoSlot && state_->table[slot].is_out;
}

std::optional<CrawlPageState> TopicCrawl::page_state(PageId page) const {
  const Slot slot = state_->table.find(page);
  if (slot == kNoSlot) return std::nullopt;
  return to_state(state_->table[slot]);
}

CrawlTopicState TopicCrawl::topic_state(TopicIndex index) const {
  const State::Topic& topic = state_->topic(index);
  CrawlTopicState row;
  row.topic = index;
  row.phase = topic.phase;
  // Those that are out will be handed out again after a restart.
  row.phase.tried -= topic.out;
  row.is_active = topic.is_active;
  row.kept = topic.kept;
  row.similarity_sum = topic.similarity_sum;
  row.learned = topic.promise.to_numbers();
  return row;
}

CrawlSiteState TopicCrawl::site_state(TopicIndex index, SiteNumber number) const {
  CrawlSiteState row;
  row.topic = index;
  row.site = number;
  const auto& sites = state_->topic(index).sites;
  const auto site = sites.find(static_cast<std::uint32_t>(number));
  if (site == sites.end()) return row;
  row.visited = site->second.visited;
  row.kept = site->second.kept;
  row.leaning = site->second.leaning;
  return row;
}

CrawlSnapshot TopicCrawl::snapshot() const {
  CrawlSnapshot snapshot;
  for (std::size_t at = 0; at < state_->topics.size(); ++at) {
    const TopicIndex index{static_cast<std::uint16_t>(at)};
    snapshot.topics.push_back(topic_state(index));
    for (const auto& [number, site] : state_->topics[at].sites) {
      snapshot.sites.push_back(site_state(index, SiteNumber{number}));
    }
  }
  snapshot.pages.reserve(state_->table.size());
  for (Slot slot = 0; slot < state_->table.size(); ++slot) {
    snapshot.pages.push_back(to_state(state_->table[slot]));
  }
  return snapshot;
}

const PhaseReport& TopicCrawl::phase(TopicIndex topic) const {
  return state_->topic(topic).phase;
}

double TopicCrawl::threshold(TopicIndex topic) const {
  return state_->threshold_now(state_->topic(topic));
}

std::vector<std::pair<SiteNumber, std::uint32_t>> TopicCrawl::kept_by_site(
    TopicIndex topic) const {
  std::vector<std::pair<SiteNumber, std::uint32_t>> counts;
  for (const auto& [number, site] : state_->topic(topic).sites) {
    if (site.kept > 0) counts.emplace_back(SiteNumber{number}, site.kept);
  }
  std::sort(counts.begin(), counts.end());
  return counts;
}

std::vector<CrawlPageState> TopicCrawl::most_dynamic(TopicIndex topic,
                                                     std::size_t most) const {
  std::vector<CrawlPageState> pages;
  for (Slot slot = 0; slot < state_->table.size(); ++slot) {
    const PageRecord& record = state_->table[slot];
    if (record.topic != topic || record.standing != PageStanding::kKept) continue;
    pages.push_back(to_state(record));
  }
  const auto end = pages.begin() + std::ptrdiff_t(std::min(most, pages.size()));
  std::partial_sort(
      pages.begin(), end, pages.end(),
      [](const CrawlPageState& left, const CrawlPageState& right) {
        const double left_ic = left.dynamicity() + double(left.similarity);
        const double right_ic = right.dynamicity() + double(right.similarity);
        return left_ic != right_ic ? left_ic > right_ic : left.page < right.page;
      });
  pages.erase(end, pages.end());
  return pages;
}

std::size_t TopicCrawl::page_count() const { return state_->table.size(); }

std::size_t TopicCrawl::waiting_count(TopicIndex topic) const {
  return state_->topic(topic).waiting.size();
}

std::size_t TopicCrawl::out_count() const { return state_->out; }

std::size_t TopicCrawl::memory_bytes() const {
  std::size_t bytes = state_->table.memory_bytes() + state_->judgements.memory_bytes();
  for (const State::Topic& topic : state_->topics) {
    bytes += topic.waiting.memory_bytes() +
             (topic.later.capacity() + topic.left_out.capacity()) * sizeof(Slot);
    // A node of an unordered_map, and a few classes.
    bytes += topic.sites.size() * (sizeof(State::Site) + 48);
  }
  return bytes;
}

}  // namespace curlew::frontier
