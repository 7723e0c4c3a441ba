// What reports of crawled pages mean: what a page is about, and what becomes of it.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "base/utf8.h"
#include "control/crawl/crawl.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using frontier::FetchEnd;
using frontier::PageFate;
using frontier::TopicIndex;
using model::CrawlLinkPlace;
using model::FetchOutcome;

// Asking again will not help, or would be rude.
bool is_gone_for_good(const model::VisitReport& report) {
  switch (report.outcome) {
    case FetchOutcome::kGone:
    case FetchOutcome::kRobotsDenied:
    case FetchOutcome::kRefused:
    case FetchOutcome::kTooLarge:
    case FetchOutcome::kBadRedirect:
    case FetchOutcome::kUnreadable:
      return true;
    case FetchOutcome::kHttpError:
      return report.http_status >= 400 && report.http_status < 500 &&
             report.http_status != 408 && report.http_status != 429;
    default:
      return false;
  }
}

FetchEnd end_of(const model::VisitReport& report,
                const model::CrawlPageFindings& found) {
  if (report.is_lost || report.remark == model::Remark::kNotKept) {
    return FetchEnd::kFailed;
  }
  if (model::is_success(report.outcome)) {
    return found.page && found.page->content ? FetchEnd::kRead : FetchEnd::kUnchanged;
  }
  return is_gone_for_good(report) ? FetchEnd::kGone : FetchEnd::kFailed;
}

bool is_of_crawl(PageFate fate) {
  return fate == PageFate::kSeedRead || fate == PageFate::kAccepted ||
         fate == PageFate::kKept || fate == PageFate::kMoved;
}

bool is_kept_fate(PageFate fate) {
  return fate != PageFate::kSeedRead && is_of_crawl(fate);
}

// Is it there to be read? A hub leads to what tells.
bool is_article_like(const model::Page& page) {
  return !model::is_hub(page.content->type) && !page.content->text.empty() &&
         page.note.empty();
}

std::vector<std::int64_t> bands_of_page(const classify::Sketch& sketch) {
  std::vector<std::int64_t> bands;
  if (sketch.bytes[0] == 0) return bands;  // Too short to be compared.
  for (const std::uint64_t band : sketch.bands) {
    bands.push_back(static_cast<std::int64_t>(band));
  }
  return bands;
}

}  // namespace

Result<void> Crawl::look_at(std::span<PreparedReport> reports) {
  CrawlChange* last = nullptr;
  for (PreparedReport& prepared : reports) {
    const auto* const found =
        std::get_if<model::CrawlPageFindings>(&prepared.reported.report.findings);
    if (found == nullptr) continue;
    if (!prepared.crawl) TRY(look_at_one(prepared, *found));
    if (prepared.crawl) last = &*prepared.crawl;
  }
  if (last == nullptr) return {};
  // How far the topics have come, once for all of the reports.
  for (const TopicIndex topic : std::exchange(dirty_, {})) {
    if (!record(topic).is_there) continue;
    const CrawlProgress progress = progress_of(topic);
    std::erase_if(last->progress, [&](const CrawlProgress& before) {
      return before.topic == progress.topic;
    });
    last->progress.push_back(progress);
  }
  return {};
}

void Crawl::give_up(model::CrawlPageId page, CrawlChange& change) {
  const auto list = std::ranges::find(lists_, page, &List::id);
  if (list != lists_.end()) {
    store::CrawlPageRow row;
    row.id = page;
    row.topic = record(list->topic).topic.source;
    row.standing = store::CrawlStanding::kGone;
    change.saved.push_back(std::move(row));
    lists_.erase(list);
    return;
  }
  if (!frontier_->give_up(frontier::PageId{page.value})) return;
  const auto state = frontier_->page_state(frontier::PageId{page.value});
  change.saved.push_back(row_of(state->page));
  change.sites.push_back(
      site_row(state->topic, static_cast<std::uint32_t>(state->site)));
  change.sketch.emplace();
  mark_dirty(state->topic);
}

Result<void> Crawl::look_at_one(PreparedReport& prepared,
                                const model::CrawlPageFindings& found) {
  const auto at = out_.find(found.id);
  const model::VisitReport& report = prepared.reported.report;
  const bool is_deadly = report.remark == model::Remark::kDeadly;
  // Ordered by a controller that died, or reported before: it waits for the next phase,
  // unless it was what the process died of.
  if (at == out_.end()) {
    CrawlChange& change = prepared.crawl.emplace();
    change.page = found.id;
    if (found.version) change.let_go.push_back(found.version->place);
    if (is_deadly) give_up(found.id, change);
    return {};
  }
  TRY_ASSIGN(const Seen seen, see(report, found, at->second));
  // Nothing fails from here on.
  const Out out = std::move(at->second);
  out_.erase(at);
  CrawlChange& change = prepared.crawl.emplace();
  change.page = found.id;
  if (!out.visit && is_deadly) {
    give_up(found.id, change);
    return {};
  }
  if (!out.visit) {
    add_links(seen, out, frontier::kNoPage, frontier::LinksWanted::kOfAllTopics,
              change);
    add_lists(found, out, seen, change);
    if (model::is_success(report.outcome)) {
      change.memory = out.memory;
      if (report.outcome == FetchOutcome::kFetched) {
        change.memory->validators = found.validators;
      }
    }
    return {};
  }
  const frontier::PageId page = out.visit->page;
  learn_of_changes(*out.visit, report.started, seen.seen);
  const frontier::CrawlDecision decision =
      frontier_->report(*out.visit, report.started, seen.seen);
  if (decision.fate == PageFate::kRejected && seen.seen.topic != frontier::kNoTopic) {
    terms_.reject(record(seen.seen.topic).topic.source, seen.verdict.terms);
    mark_dirty(seen.seen.topic);
  }
  mark_dirty(out.visit->topic);
  if (decision.topic != frontier::kNoTopic) mark_dirty(decision.topic);
  add_links(seen, out, page, decision.links, change);
  store::CrawlPageRow row = row_of(page);
  if (!row.topic) row.topic = record(out.topic).topic.source;
  change.saved.push_back(std::move(row));
  const auto site = static_cast<std::uint32_t>(frontier::index_of(out.visit->site));
  change.sites.push_back(site_row(out.visit->topic, site));
  const bool is_elsewhere =
      decision.topic != frontier::kNoTopic && decision.topic != out.visit->topic;
  if (is_elsewhere) change.sites.push_back(site_row(decision.topic, site));
  keep_in_memory(found, out, seen, decision, change);
  if (is_kept_fate(decision.fate)) {
    change.topic = record(decision.topic).topic.source;
    change.score = seen.verdict.score;
    make_article(prepared, found, out, decision, seen);
  }
  return {};
}

void Crawl::learn_of_changes(const frontier::CrawlVisit& visit, Time now,
                             const frontier::PageSeen& seen) {
  const bool has_come = seen.end == frontier::FetchEnd::kRead ||
                        seen.end == frontier::FetchEnd::kUnchanged;
  const auto state = frontier_->page_state(visit.page);
  if (!visit.is_revisit || !has_come || !state || state->visits == 0) return;
  changes_.learn(history_of(*state), now,
                 seen.has_structural_change || seen.has_textual_change);
}

Result<Crawl::Seen> Crawl::see(const model::VisitReport& report,
                               const model::CrawlPageFindings& found, const Out& out) {
  Seen seen;
  seen.seen.end = end_of(report, found);
  const bool is_seed =
      out.visit && out.visit->standing == frontier::PageStanding::kSeed;
  if (out.visit && !is_seed && found.page && leads_astray(*found.page, out)) {
    seen.seen.end = FetchEnd::kGone;
    return seen;
  }
  if (out.visit && seen.seen.end == FetchEnd::kRead) {
    const TopicRecord& topic = record(out.topic);
    seen.verdict = judge_.judge(topic.topic.method, *found.page);
    const auto index = find_topic(seen.verdict.topic);
    const bool is_still_its = !out.visit->is_revisit || !seen.verdict.is_of_none;
    if (index && record(*index).is_wanted && is_still_its) seen.seen.topic = *index;
    seen.seen.similarity = seen.verdict.score;
    seen.seen.is_accepted = seen.verdict.is_accepted;
    seen.seen.has_structural_change = found.is_structural_change;
    seen.seen.has_textual_change = found.is_textual_change;
    seen.sketch = judge_.sketch_of(*found.page);
    if (!out.visit->is_revisit && !is_seed) {
      TRY_ASSIGN(seen.seen.near_duplicate_of, find_duplicate(found, seen.sketch));
    }
    if (out.article) {
      TRY_ASSIGN(const auto before, store_.pages().content(out.article));
      seen.is_article_changed = before && (before->text != found.page->content->text ||
                                           before->title != found.page->content->title);
    }
  }
  seen.links = candidates(found, out, seen.verdict);
  if (!out.visit) {
    std::vector<std::uint64_t> lists;
    for (const model::CrawlLink& link : found.links) {
      const auto address = url::parse_url(link.url);
      const bool is_list = link.place == CrawlLinkPlace::kSitemap && address.ok();
      if (is_list) lists.push_back(crawl_key(*address));
    }
    TRY_ASSIGN(seen.known_lists,
               store_.crawl_pages().known(lists, record(out.topic).topic.source));
  }
  if (seen.links.empty()) return seen;
  std::vector<std::uint64_t> keys;
  for (const Candidate& link : seen.links) keys.push_back(link.key);
  TRY_ASSIGN(seen.known, store_.crawl_pages().known(keys));
  // A link to a seed is none.
  TRY_ASSIGN(const auto seeds,
             store_.crawl_pages().known(keys, record(out.topic).topic.source));
  std::erase_if(seen.links,
                [&](const Candidate& link) { return seeds.contains(link.key); });
  return seen;
}

// Was it redirected to where the crawl may not go?
bool Crawl::leads_astray(const model::Page& page, const Out& out) {
  const auto address = url::parse_url(page.url);
  return !address.ok() || !record(out.topic).scope.may_enter(*address);
}

// The page that says the same, if it is kept: by its own address or that it was
// redirected to, or in its own words.
Result<frontier::PageId> Crawl::find_duplicate(const model::CrawlPageFindings& found,
                                               const classify::Sketch& sketch) {
  const auto is_kept = [&](model::CrawlPageId page) {
    const auto state = frontier_->page_state(frontier::PageId{page.value});
    return state && state->standing == frontier::PageStanding::kKept;
  };
  for (const std::string& name :
       {found.page->content->canonical_url, found.page->url}) {
    const auto address = url::parse_url(name);
    if (!address.ok()) continue;
    const std::vector<std::uint64_t> keys{crawl_key(*address)};
    TRY_ASSIGN(auto known, store_.crawl_pages().known(keys));
    if (const auto unwritten = unwritten_.find(keys[0]);
        unwritten != unwritten_.end()) {
      known.insert(*unwritten);
    }
    for (const auto& [key, page] : known) {
      if (page != found.id && is_kept(page)) return frontier::PageId{page.value};
    }
  }
  const std::vector<std::int64_t> bands = bands_of_page(sketch);
  if (bands.empty()) return frontier::kNoPage;
  TRY_ASSIGN(auto alike, store_.crawl_pages().find_by_bands(bands, found.id));
  alike.insert(alike.end(), unwritten_sketches_.begin(), unwritten_sketches_.end());
  for (const store::CrawlSketch& other : alike) {
    if (other.page != found.id && is_kept(other.page) &&
        classify::tell_same(sketch.view(), other.sketch)) {
      return frontier::PageId{other.page.value};
    }
  }
  return frontier::kNoPage;
}

void Crawl::keep_in_memory(const model::CrawlPageFindings& found, const Out& out,
                           const Seen& seen, const frontier::CrawlDecision& decision,
                           CrawlChange& change) {
  const bool has_old = !out.memory.digest.empty() && !out.article;
  if (is_of_crawl(decision.fate)) {
    store::CrawlPageMemory memory = out.memory;
    if (found.validators != model::PageValidators{})
      memory.validators = found.validators;
    if (found.notes) memory.notes = *found.notes;
    if (found.version) {
      if (has_old) change.let_go.push_back(memory.last);
      memory.digest = found.version->digest;
      memory.last = found.version->place;
    }
    if (memory != out.memory) change.memory = std::move(memory);
    if (is_kept_fate(decision.fate) && seen.seen.end == FetchEnd::kRead) {
      change.sketch.emplace(seen.sketch.view(), bands_of_page(seen.sketch));
      unwritten_sketches_.push_back({found.id, std::string(seen.sketch.view())});
    }
    return;
  }
  if (found.version) change.let_go.push_back(found.version->place);
  const bool is_let_go = decision.fate == PageFate::kDropped ||
                         decision.fate == PageFate::kDuplicate ||
                         decision.fate == PageFate::kGone;
  if (!is_let_go) return;
  if (has_old) change.let_go.push_back(out.memory.last);
  change.memory = store::CrawlPageMemory();
  change.sketch.emplace();
}

void Crawl::make_article(PreparedReport& prepared,
                         const model::CrawlPageFindings& found, const Out& out,
                         const frontier::CrawlDecision& decision, const Seen& seen) {
  CrawlChange& change = *prepared.crawl;
  change.article = out.article;
  prepared.page_version = found.version;
  if (!found.page || !found.page->content || found.is_noindex) return;
  const model::Page& page = *found.page;
  const model::PageContent& content = *page.content;
  const model::VisitReport& report = prepared.reported.report;
  const std::string& url =
      content.canonical_url.empty() ? page.url : content.canonical_url;
  prepared.page_article = {
      .url = url, .published = content.published, .found = report.started};
  if (out.article) {
    if (seen.is_article_changed) prepared.page = store::pack(page);
    return;
  }
  if (!is_article_like(page)) return;
  prepared.page = store::pack(page);
  model::Entry& entry = prepared.told_changes.emplace_back();
  entry.id = url;
  entry.link = url;
  entry.title = content.title.empty() ? url : content.title;
  entry.author = content.author;
  entry.language = page.language;
  entry.published = content.published;
  if (!page.category.empty()) entry.categories.push_back(page.category);
  const auto address = url::parse_url(url);
  store::NewArticle& article = prepared.articles.emplace_back();
  article.source = record(decision.topic).topic.source;
  article.key = address.ok() ? crawl_key(*address) : short_fingerprint_of(url);
  if (found.likeness != 0) article.likeness = found.likeness;
  article.entry = &entry;
  article.found = report.started;
  article.language = page.language;
  article.category = page.category;
  store::pack(article);
}

}  // namespace curlew::control
