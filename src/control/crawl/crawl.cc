#include "control/crawl/crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/log.h"
#include "control/crawl/crawl_text.h"
#include "store/forget_crawl_pages.h"
#include "store/left_out_links.h"
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
    if (!topic.is_wanted || now < topic.phase_due || topic.was_active) continue;
    TRY(add_lists_of_seeds(index));
    if (!frontier_->begin_phase(index, now)) continue;
    topic.was_active = true;
    budget_.begin_phase(index);
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

bool Crawl::is_any_out(TopicIndex topic) const {
  return std::ranges::any_of(out_, [&](const auto& each) {
    return each.second.visit && each.second.topic == topic;
  });
}

// A phase that its user ended by a pause has ended when its last page is in: what is
// told of it then stays so.
bool Crawl::note_ended_phases(Time now, std::vector<LogLine>& log) {
  bool is_any_due = false;
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    const TopicIndex index = index_at(i);
    TopicRecord& topic = topics_[i];
    if (!topic.was_active || frontier_->is_active(index)) continue;
    if (topic.is_there && is_any_out(index)) continue;
    topic.was_active = false;
    // Of what it had ordered most was lost with the process: it has not been a phase.
    const std::uint32_t lost = std::exchange(topic.lost, 0);
    const bool was_lost = lost > 0 && lost >= frontier_->phase(index).tried;
    topic.phase_due = was_lost ? now : now + options_.phase_pause;
    if (!topic.is_there) continue;
    is_any_due |= was_lost;
    note_ended_phase(index, now, log);
    if (was_lost) {
      log.back().row.detail +=
          fmt::format("; {} were lost with the process, and the next one begins", lost);
    }
  }
  return is_any_due;
}

void Crawl::note_ended_phase(TopicIndex index, Time now, std::vector<LogLine>& log) {
  const TopicRecord& topic = record(index);
  mark_dirty(index);
  const frontier::PhaseReport& phase = frontier_->phase(index);
  log.push_back(
      {topic.topic.source,
       {now, "phase",
        fmt::format("phase {} ended: {} pages fetched, {} of them relevant ({:.0f} %), "
                    "{} changed",
                    phase.phase, phase.downloaded, phase.relevant,
                    100 * phase.harvest_ratio(), phase.structural + phase.textual)}});
  if (const std::size_t added = terms_.end_phase(topic.topic.source); added > 0) {
    has_new_terms_ = true;
    log.back().row.detail += fmt::format(", {} terms added", added);
  }
  log_info("topic {}: {}", topic.topic.name, log.back().row.detail);
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
                               const PagesToVisit& pages,
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
  // If its rules allow it again, they are found without asking for what led to them.
  for (const model::CrawlPageId page : forgotten) {
    const store::CrawlPageToVisit& row = pages.at(page);
    const auto address = url::parse_url(row.url);
    if (row.standing == store::CrawlStanding::kList || !address.ok()) continue;
    const store::LeftOutLink link{.url = row.url, .key = crawl_key(*address)};
    if (const auto topic = find_topic(row.topic)) note_left_out(*topic, link.key);
    TRY(store::leave_out_links(store_.database(), row.topic, {&link, 1}));
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

bool Crawl::order(model::CrawlPageId id, TopicIndex topic,
                  std::optional<frontier::CrawlVisit> visit, PagesToVisit& pages,
                  std::vector<CrawlOrderedPage>& ordered) {
  const auto page = pages.find(id);
  if (page == pages.end()) return false;
  store::CrawlPageToVisit& row = page->second;
  model::CrawlPageTask task{.page = id, .is_list = !visit};
  // A seed is where its user says, wherever that leads.
  task.stays_on_its_domain = row.standing != store::CrawlStanding::kSeed;
  if (row.memory.validators != model::PageValidators{}) {
    task.revisit = row.memory.validators;
  }
  task.last_digest = row.memory.digest;
  task.last = row.memory.last;
  task.notes = row.memory.notes;
  ordered.push_back({record(topic).topic.source, row.url, std::move(task)});
  out_.insert_or_assign(id, Out{.visit = visit,
                                .topic = topic,
                                .url = std::move(row.url),
                                .memory = std::move(row.memory),
                                .article = row.article});
  return true;
}

bool Crawl::is_left_alone(const frontier::CrawlVisit& visit,
                          const store::CrawlPageToVisit& page) const {
  if (visit.standing != frontier::PageStanding::kWaiting) return false;
  const auto address = url::parse_url(page.url);
  return address.ok() && !budget_.may_visit(visit.topic, *address);
}

Result<std::vector<CrawlOrderedPage>> Crawl::plan() {
  std::vector<CrawlOrderedPage> ordered;
  if (!is_loaded_ || topics_.empty()) return ordered;
  const Time now = clock_.now();
  std::vector<LogLine> log = remarks_;
  TRY(begin_phases(now, log));
  std::vector<frontier::CrawlVisit> visits;
  while (out_.size() + visits.size() < options_.most_out) {
    const auto visit = frontier_->next(now);
    if (!visit) break;
    visits.push_back(*visit);
    mark_dirty(visit->topic);  // What was tried is counted, whatever comes of it.
  }
  if (note_ended_phases(now, log)) TRY(begin_phases(now, log));
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
  auto written = pages.ok() ? write_plan(visits, lists, forgotten, *pages, log)
                            : Error(pages.error());
  if (!written.ok()) {
    for (const frontier::CrawlVisit& visit : visits) frontier_->give_back(visit, now);
    return Error(written.error());
  }
  dirty_.clear();
  remarks_.clear();
  for (const model::CrawlPageId page : forgotten) pages->erase(page);
  for (const frontier::CrawlVisit& visit : visits) {
    const model::CrawlPageId page{static_cast<std::int64_t>(visit.page)};
    const auto row = pages->find(page);
    if (row != pages->end() && is_left_alone(visit, row->second)) {
      frontier_->put_off(visit);
      mark_dirty(visit.topic);
      continue;
    }
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
