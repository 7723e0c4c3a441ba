// What reports of crawled pages mean: what a page is about, and what becomes of it.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

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

// The log of a topic's visits says of which page each was.
void name_address(model::VisitReport& report, const std::string& url) {
  if (!report.error.empty()) {
    report.error = fmt::format("{}: {}", url, report.error);
  } else {
    report.note = report.note.empty() ? url : fmt::format("{}: {}", url, report.note);
  }
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

bool is_same_page(const std::string& address, const std::string& other) {
  const auto one = url::parse_url(address);
  const auto two = url::parse_url(other);
  return one.ok() && two.ok() && crawl_key(*one) == crawl_key(*two);
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
  change.sketch.emplace().first.page = page;
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
  const std::string error = report.error;
  name_address(prepared.reported.report, out.url);
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
  const auto before = frontier_->page_state(page);
  const frontier::CrawlDecision decision =
      frontier_->report(*out.visit, report.started, seen.seen);
  if (before) note_trouble(report, error, out, before->failures, change);
  if (decision.fate == PageFate::kRejected && seen.seen.topic != frontier::kNoTopic) {
    terms_.reject(record(seen.seen.topic).topic.source, seen.verdict.terms);
    mark_dirty(seen.seen.topic);
  }
  mark_dirty(out.visit->topic);
  if (decision.topic != frontier::kNoTopic) mark_dirty(decision.topic);
  learn_of_address(found, out, decision);
  const bool is_way = seen.leads_elsewhere && decision.fate == PageFate::kGone;
  add_links(seen, out, page,
            is_way ? frontier::LinksWanted::kOfAllTopics : decision.links, change);
  store::CrawlPageRow row = row_of(page);
  if (!row.topic) row.topic = record(out.topic).topic.source;
  change.saved.push_back(std::move(row));
  const auto site = static_cast<std::uint32_t>(frontier::index_of(out.visit->site));
  change.sites.push_back(site_row(out.visit->topic, site));
  const bool is_elsewhere =
      decision.topic != frontier::kNoTopic && decision.topic != out.visit->topic;
  if (is_elsewhere) change.sites.push_back(site_row(decision.topic, site));
  keep_in_memory(found, out, seen, decision, change);
  if (decision.in_place_of != frontier::kNoPage) take_place(decision, change);
  const bool is_let_go =
      decision.fate == PageFate::kRejected || decision.fate == PageFate::kDropped;
  if (is_let_go) change.wanted_by = seen.wanted_by;
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
  seen.leads_elsewhere =
      report.outcome == FetchOutcome::kBadRedirect && !found.links.empty();
  const bool is_seed =
      out.visit && out.visit->standing == frontier::PageStanding::kSeed;
  if (out.visit && !is_seed && found.page && leads_astray(*found.page, out)) {
    seen.seen.end = FetchEnd::kGone;
    return seen;
  }
  if (out.visit && seen.seen.end == FetchEnd::kRead) TRY(judge(found, out, seen));
  find_candidates(found, out, seen);
  TRY(look_up_links(found, out, seen));
  return seen;
}

Result<void> Crawl::judge(const model::CrawlPageFindings& found, const Out& out,
                          Seen& seen) {
  const model::TopicMethod method = record(out.topic).topic.method;
  seen.verdict = judge_.judge(method, *found.page);
  const PageVerdict& verdict = seen.verdict;
  const auto index = find_topic(verdict.topic);
  const bool is_crawled = index && record(*index).is_wanted;
  const bool is_still_its = !out.visit->is_revisit || !verdict.is_of_none;
  if (is_crawled && is_still_its) seen.seen.topic = *index;
  const bool is_about_it = verdict.is_accepted.value_or(
      verdict.score >= judge_.threshold_of(method, verdict.topic));
  if (!is_crawled && is_about_it) seen.wanted_by = verdict.topic;
  seen.seen.similarity = verdict.score;
  seen.seen.is_accepted = verdict.is_accepted;
  seen.seen.has_structural_change = found.is_structural_change;
  seen.seen.has_textual_change = found.is_textual_change;
  seen.sketch = judge_.sketch_of(*found.page);
  seen.claims = claim_of(*found.page, out);
  const bool is_first = out.visit->standing == frontier::PageStanding::kWaiting;
  if (is_first) TRY(find_duplicate(found, out, seen));
  if (!out.article) return {};
  TRY_ASSIGN(const auto before, store_.pages().content(out.article));
  seen.is_article_changed = before && (before->text != found.page->content->text ||
                                       before->title != found.page->content->title);
  return {};
}

void Crawl::note_trouble(const model::VisitReport& report, const std::string& error,
                         const Out& out, std::uint32_t failures_before,
                         CrawlChange& change) {
  const frontier::PageId page = out.visit->page;
  const auto now = frontier_->page_state(page);
  if (!now || now->standing != frontier::PageStanding::kSeed) return;
  const bool was_bad = failures_before > 0;
  const bool is_bad = now->failures > 0;
  if (!was_bad && !is_bad) return;
  std::string why;
  if (is_bad) why = error.empty() ? std::string(to_string(report.outcome)) : error;
  if (is_bad != was_bad) {
    remarks_.push_back({record(out.topic).topic.source,
                        {clock_.now(), "seed",
                         is_bad ? fmt::format("{}: {}", out.url, why)
                                : fmt::format("{} is there again", out.url)}});
  }
  change.trouble = std::move(why);
}

// Was it redirected to where the crawl may not go?
bool Crawl::leads_astray(const model::Page& page, const Out& out) {
  const auto address = url::parse_url(page.url);
  return !address.ok() || !record(out.topic).scope.may_enter(*address);
}

// The address that it calls its own, or was redirected to: nobody but the page that is
// there can say whether that is so. Another site's is none (pipeline/read_page.cc).
std::uint64_t Crawl::claim_of(const model::Page& page, const Out& out) {
  const std::string& stated = page.content->canonical_url;
  const auto own = url::parse_url(stated.empty() ? page.url : stated);
  const auto ordered = url::parse_url(out.url);
  if (!own.ok() || !ordered.ok() || !record(out.topic).scope.may_enter(*own)) return 0;
  const std::uint64_t key = crawl_key(*own);
  return key == crawl_key(*ordered) ? 0 : key;
}

// The page that says the same, if it is kept: that to which this one was redirected, or
// one that says it in nearly the same words. What either calls its own address does not
// make them the same; where they are, it says which of them is kept.
Result<void> Crawl::find_duplicate(const model::CrawlPageFindings& found,
                                   const Out& out, Seen& seen) {
  const auto is_kept = [&](model::CrawlPageId page) {
    const auto state = frontier_->page_state(frontier::PageId{page.value});
    return state && state->standing == frontier::PageStanding::kKept;
  };
  const auto ordered = url::parse_url(out.url);
  const std::uint64_t own_key = ordered.ok() ? crawl_key(*ordered) : 0;
  if (const auto address = url::parse_url(found.page->url); address.ok()) {
    const std::vector<std::uint64_t> keys{crawl_key(*address)};
    TRY_ASSIGN(auto known, store_.crawl_pages().known(keys));
    if (const auto unwritten = unwritten_.find(keys[0]);
        unwritten != unwritten_.end()) {
      known.insert(*unwritten);
    }
    for (const auto& [key, page] : known) {
      if (page == found.id || !is_kept(page)) continue;
      seen.seen.near_duplicate_of = frontier::PageId{page.value};
      return {};
    }
  }
  const std::vector<std::int64_t> bands = bands_of_page(seen.sketch);
  if (bands.empty()) return {};
  TRY_ASSIGN(auto alike, store_.crawl_pages().find_by_bands(bands, found.id));
  alike.insert(alike.end(), unwritten_sketches_.begin(), unwritten_sketches_.end());
  for (const store::CrawlSketch& other : alike) {
    if (other.page == found.id || !is_kept(other.page) ||
        !classify::tell_same(seen.sketch.view(), other.sketch)) {
      continue;
    }
    seen.seen.near_duplicate_of = frontier::PageId{other.page.value};
    // The other one names this one, and this one names no third.
    seen.seen.takes_its_place =
        other.claims != 0 && other.claims == own_key && seen.claims == 0;
    return {};
  }
  return {};
}

// The copy is one from now on, and its article this page's.
void Crawl::take_place(const frontier::CrawlDecision& decision, CrawlChange& change) {
  const frontier::PageId copy = decision.in_place_of;
  change.in_place_of = {static_cast<std::int64_t>(copy)};
  change.saved.push_back(row_of(copy));
  const auto state = frontier_->page_state(copy);
  change.sites.push_back(
      site_row(state->topic, static_cast<std::uint32_t>(state->site)));
  mark_dirty(state->topic);
  std::erase_if(unwritten_sketches_, [&](const store::CrawlSketch& sketch) {
    return sketch.page == change.in_place_of;
  });
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
      const store::CrawlSketch sketch{.page = found.id,
                                      .sketch = std::string(seen.sketch.view()),
                                      .claims = seen.claims};
      change.sketch.emplace(sketch, bands_of_page(seen.sketch));
      unwritten_sketches_.push_back(sketch);
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
  change.sketch.emplace().first.page = found.id;
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
  // What it calls itself may be another page's address.
  const std::string& url =
      is_same_page(content.canonical_url, page.url) ? content.canonical_url : page.url;
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
