// What users say of topics, and what earlier crawls left of them: the frontier is made
// of both, and follows what changes.

#include <algorithm>
#include <bit>
#include <utility>

#include "control/crawl/crawl.h"
#include "control/crawl/crawl_text.h"
#include "store/forget_crawl_pages.h"
#include "store/left_out_links.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using frontier::TopicIndex;

constexpr std::size_t kRowsAtATime = 10'000;

// What was learned of a site, as the store keeps it.
float from_number(std::int64_t learned) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(learned));
}

// Was it ordered in the phase that goes on, and never reported?
bool is_lost(const store::CrawlPageRow& row, const frontier::PhaseReport& phase) {
  return row.phase >= phase.phase && row.failures == 0 &&
         row.standing <= store::CrawlStanding::kKept &&
         row.last_visit + std::chrono::seconds(1) < phase.began;
}

}  // namespace

frontier::CrawlTopic Crawl::rules_of(const model::Topic& topic,
                                     double first_threshold) const {
  frontier::CrawlTopic rules;
  rules.threshold = judge_.threshold_of(topic);
  if (topic.method == model::TopicMethod::kThesis) {
    // What a user has set does not move with the phases.
    if (!topic.own_threshold) {
      rules.threshold_rule = frontier::ThresholdRule::kMeanOfAccepted;
      rules.threshold = first_threshold;
    }
    rules.anchor_share = .5;
  }
  if (topic.order == model::CrawlOrder::kThesis) {
    const frontier::CrawlTopic of_thesis = frontier::thesis_topic(rules.threshold);
    rules.order = of_thesis.order;
    rules.off_topic = of_thesis.off_topic;
    rules.follows_similarity = of_thesis.follows_similarity;
  }
  rules.pages_a_phase = topic.caps.pages_a_phase;
  rules.pages_a_site = topic.caps.pages_a_site;
  rules.depth = static_cast<std::uint16_t>(std::min(topic.caps.depth, 1'000u));
  return rules;
}

Result<void> Crawl::follow_changes() {
  if (!is_loaded_) return load();
  TRY_ASSIGN(const std::int64_t revision, store_.topics().revision());
  const bool is_changed = revision != revision_;
  if (!is_changed && clock_.steady() < topics_at_) return {};
  if (is_changed) TRY(judge_.load());
  TRY(read_topics());
  revision_ = revision;
  return {};
}

Result<void> Crawl::load() {
  TRY_ASSIGN(revision_, store_.topics().revision());
  TRY(judge_.load());
  TRY_ASSIGN(last_id_, store_.crawl_pages().last_id());
  TRY_ASSIGN(const auto rows, store_.topics().all());
  topics_.clear();
  topic_of_.clear();
  lists_.clear();
  frontier_ = std::make_unique<frontier::TopicCrawl>(
      frontier::TopicCrawlOptions{.room_of_an_owner = options_.most_of_owner},
      std::span<const frontier::CrawlTopic>(), changes_);
  for (const store::TopicRow& row : rows) {
    if (row.topic.seeds.empty()) continue;
    const TopicIndex index = frontier_->add_topic(rules_of(row.topic, 1));
    topics_.emplace_back().topic = row.topic;
    topic_of_.emplace(row.topic.source, index);
  }
  TRY_ASSIGN(const auto states, store_.crawl_pages().states());
  std::vector<frontier::CrawlTopicState> topic_states;
  for (const auto& [source, text] : states) {
    const auto index = find_topic(source);
    if (!index) continue;
    frontier::CrawlTopicState& state =
        topic_states.emplace_back(parse_crawl_state(text));
    state.topic = state.phase.topic = *index;
    record(*index).was_active = state.is_active;
    record(*index).phase_due =
        state.is_active ? Time() : state.phase.ended + options_.phase_pause;
  }
  TRY_ASSIGN(const auto sites, store_.crawl_pages().sites());
  std::vector<frontier::CrawlSiteState> site_states;
  for (const store::CrawlSite& site : sites) {
    const auto index = find_topic(site.topic);
    if (!index) continue;
    site_states.push_back({.topic = *index,
                           .site = frontier::SiteNumber{number_of(site.site)},
                           .visited = site.visited,
                           .kept = site.kept,
                           .leaning = from_number(site.learned)});
  }
  frontier_->restore_topics(topic_states, site_states);
  TRY_ASSIGN(auto left_out, store::left_out_keys(store_.database()));
  for (TopicRecord& topic : topics_) {
    topic.left_out = std::move(left_out[topic.topic.source]);
  }
  TRY(load_pages());
  is_loaded_ = true;
  return read_topics();
}

frontier::CrawlPageState Crawl::state_of(const store::CrawlPageRow& row,
                                         TopicIndex topic) {
  frontier::CrawlPageState state = to_state(row);
  state.topic = topic;
  const std::uint32_t site = number_of(row.site);
  state.site = frontier::SiteNumber{site};
  state.owner = frontier::OwnerNumber{site};
  return state;
}

Result<void> Crawl::load_pages() {
  std::vector<frontier::CrawlPageState> pages;
  const auto give = [&] {
    frontier_->restore_pages(pages, clock_.now());
    pages.clear();
  };
  TRY(store_.crawl_pages().each([&](const store::CrawlPageRow& row) {
    const auto index = find_topic(row.topic);
    if (!index) return;
    if (row.standing == store::CrawlStanding::kList) {
      lists_.push_back({row.id, *index, row.phase});
      return;
    }
    if (record(*index).was_active && is_lost(row, frontier_->phase(*index))) {
      ++record(*index).lost;
    }
    pages.push_back(state_of(row, *index));
    if (pages.size() >= kRowsAtATime) give();
  }));
  give();
  return {};
}

// Topics come and go, and are paused; what was found stays with them.
Result<void> Crawl::read_topics() {
  topics_at_ = clock_.steady() + options_.look_for_topics;
  TRY_ASSIGN(const auto rows, store_.topics().all());
  std::unordered_set<model::SourceId> there;
  for (const store::TopicRow& row : rows) {
    there.insert(row.topic.source);
    TRY(take_topic(row));
  }
  for (TopicRecord& known : topics_) {
    if (there.contains(known.topic.source)) continue;
    has_pages_to_take_ |= known.is_there;
    known.is_there = known.is_wanted = false;
  }
  if (has_pages_to_take_) TRY(take_pages());
  // Topic after topic where all want it so, else all at once.
  const bool is_in_turn = std::ranges::all_of(topics_, [](const TopicRecord& known) {
    return !known.is_wanted || known.topic.order == model::CrawlOrder::kThesis;
  });
  frontier_->set_pacing(is_in_turn ? frontier::CrawlPacing::kTopicByTopic
                                   : frontier::CrawlPacing::kTurns);
  end_unwanted(clock_.now());
  return {};
}

Result<void> Crawl::take_topic(const store::TopicRow& row) {
  const model::Topic& topic = row.topic;
  auto index = find_topic(topic.source);
  if (!index && topic.seeds.empty()) return {};
  if (!index) {
    index = frontier_->add_topic(rules_of(topic, 1));
    topics_.emplace_back();
    topic_of_.emplace(topic.source, *index);
  }
  TopicRecord& known = record(*index);
  const bool is_by_thesis = topic.method == model::TopicMethod::kThesis;
  if (is_by_thesis && (!known.is_read || known.topic.learned != topic.learned)) {
    TRY_ASSIGN(const auto examples, store_.topics().examples(topic.source));
    known.first_threshold = judge_.first_threshold(topic, examples);
  }
  const bool was_paused = known.is_read && !known.is_wanted;
  const bool was_resumed = known.is_read && known.resumes != row.resumes;
  if (!known.is_read || known.topic.seeds != topic.seeds) known.has_old_seeds = true;
  known.has_new_rules |= !known.is_read || known.topic.seeds != topic.seeds ||
                         known.topic.rules != topic.rules ||
                         known.topic.caps != topic.caps;
  known.topic = topic;
  terms_.take(topic);
  known.scope = CrawlScope(topic);
  known.is_there = true;
  const bool is_wanted = model::are_pages_fetched(row.state) && !topic.seeds.empty() &&
                         judge_.knows(topic);
  frontier_->set_topic(*index, rules_of(topic, known.first_threshold));
  if (is_wanted) {
    TRY(add_seeds(*index));
    if (known.has_old_seeds) TRY(drop_old_seeds(*index));
    if (!known.is_wanted) TRY(take_wanted(*index));
    if (known.has_new_rules) TRY(follow_left_out(*index));
    // Resumed: it goes on at once, even if nobody saw that it was paused.
    if (was_paused || was_resumed)
      known.phase_due = std::min(known.phase_due, clock_.now());
  }
  // Not before: what failed is done at the next look, as if this one had not been.
  known.is_read = true;
  known.is_wanted = is_wanted;
  known.resumes = row.resumes;
  return {};
}

Result<void> Crawl::add_seeds(TopicIndex index) {
  const model::Topic& topic = record(index).topic;
  std::vector<std::uint64_t> keys;
  std::vector<store::NewCrawlPage> seeds;
  for (const std::string& seed : topic.seeds) {
    const auto address = url::parse_url(seed);
    if (!address.ok() || !address->is_http()) continue;
    store::NewCrawlPage& page = seeds.emplace_back();
    page.url = std::string(address->without_fragment());
    page.key = crawl_key(*address);
    page.row.topic = topic.source;
    page.row.site = fetch::owner_of(address->host(), politeness_);
    page.row.standing = store::CrawlStanding::kSeed;
    page.row.similarity = 1;
    keys.push_back(page.key);
  }
  TRY_ASSIGN(auto known, store_.crawl_pages().known(keys, topic.source));
  const auto tell = [&](model::CrawlPageId page, const std::string& name) {
    const std::uint32_t site = number_of(name);
    frontier_->add_seed({.page = frontier::PageId{page.value},
                         .topic = index,
                         .owner = frontier::OwnerNumber{site},
                         .site = frontier::SiteNumber{site}});
  };
  std::vector<store::NewCrawlPage> added;
  for (store::NewCrawlPage& page : seeds) {
    const auto [at, is_new] = known.emplace(
        page.key, model::CrawlPageId{last_id_.value + 1 + std::int64_t(added.size())});
    page.row.id = at->second;
    if (is_new) {
      added.push_back(std::move(page));
    } else if (!frontier_->is_known(frontier::PageId{page.row.id.value})) {
      tell(page.row.id, page.row.site);
    }
  }
  if (added.empty()) return {};
  TRY_ASSIGN(auto transaction, store_.begin());
  for (const store::NewCrawlPage& page : added) TRY(store_.crawl_pages().add(page));
  TRY(transaction.commit());
  for (const store::NewCrawlPage& page : added) tell(page.row.id, page.row.site);
  last_id_.value += std::int64_t(added.size());
  return {};
}

// Those that its user has taken away are forgotten: where others link to such a page,
// it is a page like any other. What was found by way of it stays.
Result<void> Crawl::drop_old_seeds(TopicIndex index) {
  const model::Topic& topic = record(index).topic;
  TRY_ASSIGN(auto seeds, store::crawl_seeds(store_.database(), topic.source));
  for (const std::string& seed : topic.seeds) {
    if (const auto address = url::parse_url(seed); address.ok()) {
      seeds.erase(crawl_key(*address));
    }
  }
  std::vector<model::CrawlPageId> old;
  bool is_any_out = false;
  for (const auto& [key, page] : seeds) {
    // It is asked for just now: the next look finds it again.
    const bool is_out = out_.contains(page);
    is_any_out |= is_out;
    if (!is_out) old.push_back(page);
  }
  if (!old.empty()) {
    TRY_ASSIGN(auto transaction, store_.begin());
    TRY(store::forget_crawl_pages(store_.database(), old));
    TRY(transaction.commit());
  }
  for (const model::CrawlPageId page : old) {
    frontier_->give_up(frontier::PageId{page.value});
  }
  record(index).has_old_seeds = is_any_out;
  return {};
}

// The lists that the sites of its seeds may have. They are hints: that there is none is
// no fault.
Result<void> Crawl::add_lists_of_seeds(TopicIndex index) {
  const model::Topic& topic = record(index).topic;
  std::unordered_map<std::uint64_t, store::NewCrawlPage> wanted;
  std::vector<std::uint64_t> keys;
  for (const std::string& seed : topic.seeds) {
    const auto address = url::parse_url(seed);
    if (!address.ok() || !address->is_http()) continue;
    for (const std::string_view path : {"/robots.txt", "/sitemap.xml"}) {
      const auto list = url::parse_url(url::origin(*address) + std::string(path));
      if (!list.ok()) continue;
      const std::uint64_t key = crawl_key(*list);
      store::NewCrawlPage& page = wanted[key];
      page.url = std::string(list->href());
      page.key = key;
      page.row.topic = topic.source;
      page.row.site = fetch::owner_of(list->host(), politeness_);
      page.row.standing = store::CrawlStanding::kList;
      keys.push_back(key);
    }
  }
  TRY_ASSIGN(const auto known, store_.crawl_pages().known(keys, topic.source));
  std::erase_if(wanted, [&](const auto& each) { return known.contains(each.first); });
  if (wanted.empty()) return {};
  TRY_ASSIGN(auto transaction, store_.begin());
  std::int64_t next = last_id_.value;
  std::vector<List> added;
  for (auto& [key, page] : wanted) {
    page.row.id = {++next};
    TRY(store_.crawl_pages().add(page));
    added.push_back({page.row.id, index, 0});
  }
  TRY(transaction.commit());
  last_id_ = {next};
  lists_.insert(lists_.end(), added.begin(), added.end());
  return {};
}

}  // namespace curlew::control
