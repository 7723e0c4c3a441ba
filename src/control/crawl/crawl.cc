#include "control/crawl/crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/fingerprint.h"
#include "base/log.h"
#include "control/crawl/crawl_text.h"
#include "frontier/address_guard.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using frontier::TopicIndex;

constexpr std::size_t kRowsAtATime = 10'000;

TopicIndex index_at(std::size_t place) { return static_cast<TopicIndex>(place); }

std::uint64_t crawl_key(const url::Url& address) {
  return short_fingerprint_of(frontier::crawl_form(address));
}

// What was learned of a site, as the store keeps it.
std::int64_t to_number(float learned) { return std::bit_cast<std::uint32_t>(learned); }
float from_number(std::int64_t learned) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(learned));
}

}  // namespace

Crawl::Crawl(CrawlOptions options, const fetch::Politeness& politeness,
             const text::Analyzer& analyzer, store::Store& store, const Clock& clock)
    : options_(options),
      politeness_(politeness),
      store_(store),
      clock_(clock),
      judge_(analyzer, store) {}

Crawl::~Crawl() = default;

Crawl::TopicRecord& Crawl::record(TopicIndex topic) {
  return topics_[frontier::index_of(topic)];
}

std::optional<TopicIndex> Crawl::find_topic(model::SourceId source) const {
  const auto known = topic_of_.find(source);
  if (known == topic_of_.end()) return std::nullopt;
  return known->second;
}

std::uint32_t Crawl::number_of(const std::string& site) {
  const auto [at, is_new] =
      number_of_site_.try_emplace(site, static_cast<std::uint32_t>(sites_.size()));
  if (is_new) sites_.push_back(site);
  return at->second;
}

frontier::CrawlTopic Crawl::rules_of(const model::Topic& topic) const {
  frontier::CrawlTopic rules;
  rules.threshold = judge_.threshold_of(topic);
  if (topic.method == model::TopicMethod::kThesis) {
    rules.threshold_rule = frontier::ThresholdRule::kMeanOfAccepted;
    rules.anchor_share = .5;
  }
  if (topic.order == model::CrawlOrder::kThesis) {
    rules.order = frontier::CrawlOrder::kThesis;
    rules.follows_similarity = false;
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
  // Topic after topic where all want it so, else all at once.
  const bool in_turn = std::ranges::all_of(rows, [](const store::TopicRow& row) {
    return row.topic.seeds.empty() || row.topic.order == model::CrawlOrder::kThesis;
  });
  topics_.clear();
  topic_of_.clear();
  lists_.clear();
  frontier_ = std::make_unique<frontier::TopicCrawl>(
      frontier::TopicCrawlOptions{.pacing = in_turn
                                                ? frontier::CrawlPacing::kTopicByTopic
                                                : frontier::CrawlPacing::kTurns,
                                  .room_of_an_owner = options_.most_of_owner},
      std::span<const frontier::CrawlTopic>(), changes_);
  for (const store::TopicRow& row : rows) {
    if (row.topic.seeds.empty()) continue;
    const TopicIndex index = frontier_->add_topic(rules_of(row.topic));
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
    frontier::CrawlPageState& state = pages.emplace_back(to_state(row));
    state.topic = *index;
    const std::uint32_t site = number_of(row.site);
    state.site = frontier::SiteNumber{site};
    state.owner = frontier::OwnerNumber{site};
    if (pages.size() >= kRowsAtATime) give();
  }));
  give();
  is_loaded_ = true;
  return read_topics();
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
    if (!there.contains(known.topic.source)) known.is_there = known.is_wanted = false;
  }
  end_unwanted(clock_.now());
  return {};
}

Result<void> Crawl::take_topic(const store::TopicRow& row) {
  const model::Topic& topic = row.topic;
  auto index = find_topic(topic.source);
  if (!index && topic.seeds.empty()) return {};
  if (!index) {
    index = frontier_->add_topic(rules_of(topic));
    topics_.emplace_back();
    topic_of_.emplace(topic.source, *index);
  }
  TopicRecord& known = record(*index);
  const bool was_paused = known.is_read && !known.is_wanted;
  known.topic = topic;
  terms_.take(topic);
  known.scope = CrawlScope(topic);
  known.is_there = known.is_read = true;
  known.is_wanted = model::are_pages_fetched(row.state) && !topic.seeds.empty() &&
                    judge_.knows(topic);
  frontier_->set_topic(*index, rules_of(topic));
  if (!known.is_wanted) return {};
  TRY(add_seeds(*index));
  // Resumed: it goes on at once.
  if (was_paused) known.phase_due = std::min(known.phase_due, clock_.now());
  return {};
}

void Crawl::end_unwanted(Time now) {
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    if (topics_[i].is_wanted || !frontier_->is_active(index_at(i))) continue;
    frontier_->end_phase(index_at(i), now);
  }
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

Result<void> Crawl::begin_phases(Time now, std::vector<LogLine>& log) {
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    const TopicIndex index = index_at(i);
    TopicRecord& topic = topics_[i];
    if (!topic.is_wanted || now < topic.phase_due || frontier_->is_active(index)) {
      continue;
    }
    TRY(add_lists_of_seeds(index));
    if (!frontier_->begin_phase(index, now)) continue;
    topic.was_active = true;
    mark_dirty(index);
    const frontier::PhaseReport& phase = frontier_->phase(index);
    log.push_back(
        {topic.topic.source,
         {now, "phase",
          fmt::format("phase {} begins: {} dynamic and {} static pages, {} links wait",
                      phase.phase, phase.dynamic_pages, phase.static_pages,
                      phase.waiting_links)}});
  }
  return {};
}

void Crawl::note_ended_phases(Time now, std::vector<LogLine>& log) {
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    const TopicIndex index = index_at(i);
    TopicRecord& topic = topics_[i];
    if (!topic.was_active || frontier_->is_active(index)) continue;
    topic.was_active = false;
    topic.phase_due = now + options_.phase_pause;
    if (!topic.is_there) continue;
    mark_dirty(index);
    const frontier::PhaseReport& phase = frontier_->phase(index);
    log.push_back(
        {topic.topic.source,
         {now, "phase",
          fmt::format(
              "phase {} ended: {} pages fetched, {} of them relevant ({:.0f} %), "
              "{} changed",
              phase.phase, phase.downloaded, phase.relevant,
              100 * phase.harvest_ratio(), phase.structural + phase.textual)}});
    if (const std::size_t added = terms_.end_phase(topic.topic.source); added > 0) {
      has_new_terms_ = true;
      log.back().row.detail += fmt::format(", {} terms added", added);
    }
    log_info("topic {}: {}", topic.topic.name, log.back().row.detail);
  }
}

std::vector<Crawl::List*> Crawl::due_lists() {
  std::vector<List*> due;
  for (List& list : lists_) {
    if (out_.size() + due.size() >= options_.most_out) break;
    const TopicRecord& topic = record(list.topic);
    const std::uint32_t phase = frontier_->phase(list.topic).phase;
    if (!topic.is_wanted) continue;
    // One that was just found is read even if the phase has ended by then.
    const bool is_new = list.phase == 0 && phase > 0;
    const bool is_due = list.phase < phase && frontier_->is_active(list.topic);
    if (is_new || is_due) due.push_back(&list);
  }
  return due;
}

CrawlProgress Crawl::progress_of(TopicIndex topic) const {
  const model::Topic& of = topics_[frontier::index_of(topic)].topic;
  return {
      .topic = of.source,
      .state = to_text(frontier_->topic_state(topic)),
      .phase = to_topic_phase(frontier_->phase(topic), frontier_->waiting_count(topic)),
      .threshold = frontier_->threshold(topic),
      .learned = terms_.stored_form(of)};
}

Result<void> Crawl::write_plan(std::span<const frontier::CrawlVisit> visits,
                               std::span<List* const> lists,
                               std::span<const LogLine> log) {
  TRY_ASSIGN(auto transaction, store_.begin());
  for (const frontier::CrawlVisit& visit : visits) {
    TRY(store_.crawl_pages().note_ordered({static_cast<std::int64_t>(visit.page)},
                                          visit.phase));
  }
  for (const List* const list : lists) {
    TRY(store_.crawl_pages().note_ordered(list->id,
                                          frontier_->phase(list->topic).phase));
  }
  for (const TopicIndex topic : dirty_) {
    if (!topics_[frontier::index_of(topic)].is_there) continue;
    TRY(write_crawl_progress(store_, progress_of(topic)));
  }
  if (has_new_terms_) TRY(store_thesis_model(store_));
  for (const LogLine& line : log) TRY(store_.topics().log(line.topic, line.row));
  TRY(transaction.commit());
  has_new_terms_ = false;
  return {};
}

Result<std::vector<CrawlOrderedPage>> Crawl::plan() {
  std::vector<CrawlOrderedPage> ordered;
  if (!is_loaded_ || topics_.empty()) return ordered;
  const Time now = clock_.now();
  std::vector<LogLine> log;
  TRY(begin_phases(now, log));
  std::vector<frontier::CrawlVisit> visits;
  while (out_.size() + visits.size() < options_.most_out) {
    const auto visit = frontier_->next(now);
    if (!visit) break;
    visits.push_back(*visit);
    mark_dirty(visit->topic);  // What was tried is counted, whatever comes of it.
  }
  note_ended_phases(now, log);
  const std::vector<List*> lists = due_lists();
  if (visits.empty() && lists.empty() && log.empty()) return ordered;
  std::vector<model::CrawlPageId> ids;
  for (const frontier::CrawlVisit& visit : visits) {
    ids.push_back({static_cast<std::int64_t>(visit.page)});
  }
  for (const List* const list : lists) ids.push_back(list->id);
  auto pages = store_.crawl_pages().to_visit(ids);
  auto written = pages.ok() ? write_plan(visits, lists, log) : Error(pages.error());
  if (!written.ok()) {
    for (const frontier::CrawlVisit& visit : visits) frontier_->give_back(visit, now);
    return Error(written.error());
  }
  dirty_.clear();
  const auto order = [&](model::CrawlPageId id, TopicIndex topic,
                         std::optional<frontier::CrawlVisit> visit) {
    const auto page = pages->find(id);
    if (page == pages->end()) return false;
    store::CrawlPageToVisit& row = page->second;
    model::CrawlPageTask task{.page = id, .is_list = !visit};
    if (row.memory.validators != model::PageValidators{}) {
      task.revisit = row.memory.validators;
    }
    task.last_digest = row.memory.digest;
    task.last = row.memory.last;
    task.notes = row.memory.notes;
    ordered.push_back({record(topic).topic.source, row.url, std::move(task)});
    out_.insert_or_assign(id, Out{visit, topic, std::move(row.memory), row.article});
    return true;
  };
  for (const frontier::CrawlVisit& visit : visits) {
    if (order({static_cast<std::int64_t>(visit.page)}, visit.topic, visit)) continue;
    // Its row is lost: nobody knows its address.
    frontier_->report(visit, now, {.end = frontier::FetchEnd::kGone});
  }
  for (List* const list : lists) {
    list->phase = frontier_->phase(list->topic).phase;
    order(list->id, list->topic, std::nullopt);
  }
  return ordered;
}

void Crawl::give_back(model::CrawlPageId page) {
  const auto out = out_.find(page);
  if (out == out_.end()) return;
  if (out->second.visit) frontier_->give_back(*out->second.visit, clock_.now());
  out_.erase(out);
}

void Crawl::committed() {
  unwritten_.clear();
  unwritten_sketches_.clear();
}

store::CrawlPageRow Crawl::row_of(frontier::PageId page) const {
  const auto state = frontier_->page_state(page);
  if (!state) return {};
  store::CrawlPageRow row = to_row(*state);
  if (state->topic != frontier::kNoTopic) {
    row.topic = topics_[frontier::index_of(state->topic)].topic.source;
  }
  row.site = sites_[frontier::index_of(state->site)];
  return row;
}

store::CrawlSite Crawl::site_row(TopicIndex topic, std::uint32_t site) const {
  const frontier::CrawlSiteState state =
      frontier_->site_state(topic, frontier::SiteNumber{site});
  return {.topic = topics_[frontier::index_of(topic)].topic.source,
          .site = sites_[site],
          .visited = state.visited,
          .kept = state.kept,
          .learned = to_number(state.leaning)};
}

}  // namespace curlew::control
