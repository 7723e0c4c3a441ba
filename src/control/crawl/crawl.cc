#include "control/crawl/crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/log.h"
#include "control/crawl/crawl_text.h"
#include "store/forget_crawl_pages.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using frontier::TopicIndex;

TopicIndex index_at(std::size_t place) { return static_cast<TopicIndex>(place); }

// What was learned of a site, as the store keeps it.
std::int64_t to_number(float learned) { return std::bit_cast<std::uint32_t>(learned); }

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

void Crawl::end_unwanted(Time now) {
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    if (topics_[i].is_wanted || !frontier_->is_active(index_at(i))) continue;
    frontier_->end_phase(index_at(i), now);
  }
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

// A seed is where its user says. A page may have come to its topic from the sites of
// another one.
std::vector<model::CrawlPageId> Crawl::outside(const PagesToVisit& pages) const {
  std::vector<model::CrawlPageId> found;
  for (const auto& [id, page] : pages) {
    if (page.standing == store::CrawlStanding::kSeed) continue;
    const bool is_list = page.standing == store::CrawlStanding::kList;
    const auto address = url::parse_url(page.url);
    const auto may_enter = [&](const TopicRecord& topic) {
      return topic.is_wanted && (is_list ? topic.scope.is_of_its_sites(*address)
                                         : topic.scope.may_enter(*address));
    };
    if (!address.ok() || std::ranges::none_of(topics_, may_enter)) found.push_back(id);
  }
  return found;
}

Result<void> Crawl::write_plan(std::span<const frontier::CrawlVisit> visits,
                               std::span<List* const> lists,
                               std::span<const model::CrawlPageId> forgotten,
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
  TRY(store::forget_crawl_pages(store_.database(), forgotten));
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

bool Crawl::order(model::CrawlPageId id, TopicIndex topic,
                  std::optional<frontier::CrawlVisit> visit, PagesToVisit& pages,
                  std::vector<CrawlOrderedPage>& ordered) {
  const auto page = pages.find(id);
  if (page == pages.end()) return false;
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
  const auto forgotten =
      pages.ok() ? outside(*pages) : std::vector<model::CrawlPageId>();
  auto written =
      pages.ok() ? write_plan(visits, lists, forgotten, log) : Error(pages.error());
  if (!written.ok()) {
    for (const frontier::CrawlVisit& visit : visits) frontier_->give_back(visit, now);
    return Error(written.error());
  }
  dirty_.clear();
  for (const model::CrawlPageId page : forgotten) pages->erase(page);
  for (const frontier::CrawlVisit& visit : visits) {
    const model::CrawlPageId page{static_cast<std::int64_t>(visit.page)};
    if (order(page, visit.topic, visit, *pages, ordered)) continue;
    frontier_->give_back(visit, now);
    frontier_->give_up(visit.page);
    mark_dirty(visit.topic);
  }
  for (List* const list : lists) {
    list->phase = frontier_->phase(list->topic).phase;
    order(list->id, list->topic, std::nullopt, *pages, ordered);
  }
  std::erase_if(lists_, [&](const List& list) {
    return std::ranges::find(forgotten, list.id) != forgotten.end();
  });
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
