// What the report of an article's page changes: the page, or when it is tried again;
// and when it is visited once more.

#include <algorithm>

#include "control/batch.h"
#include "control/revisit_plan.h"
#include "control/source_moves.h"

namespace curlew::control {
namespace {

using model::FetchOutcome;
using model::VisitReport;

// Trying again will not help, or would be rude.
bool is_final(const VisitReport& report) {
  switch (report.outcome) {
    case FetchOutcome::kGone:
    case FetchOutcome::kRobotsDenied:
    case FetchOutcome::kRefused:
    case FetchOutcome::kTooLarge:
    case FetchOutcome::kBadRedirect:
    case FetchOutcome::kUnreadable:
      return true;
    case FetchOutcome::kHttpError:
      return report.http_status >= 400 && report.http_status < 500;
    default:
      return false;
  }
}

// Was it asked for, and is it the page's fault that it cannot be had? A full disk of
// ours is not.
bool counts_as_try(const VisitReport& report) {
  return !is_turned_away(report) && report.outcome != FetchOutcome::kRobotsUnreadable &&
         report.remark != model::Remark::kNotKept;
}

// After a failure; nullopt: never.
std::optional<Time> next_try(const LedgerOptions& options, const Reported& reported) {
  const std::uint32_t tries = reported.page_tries + 1;
  // A report that was lost says nothing of its page.
  const bool is_hopeless = is_final(reported.report) && !reported.report.is_lost;
  if (is_hopeless || tries >= options.page_tries) return std::nullopt;
  Milliseconds wait = options.page_retry;
  for (std::uint32_t i = 1; i < tries; ++i) wait *= 3;
  const Time retry = reported.report.started + wait;
  return std::max(retry, reported.report.not_before.value_or(retry));
}

// When that was no try; nullopt: never. Behind a robots.txt that cannot be
// read a page waits for ever longer, a 32nd of its age, and not for ever.
std::optional<Time> postponed(const LedgerOptions& options, const Reported& reported) {
  const VisitReport& report = reported.report;
  Milliseconds wait = options.page_retry;
  if (report.outcome == FetchOutcome::kRobotsUnreadable && reported.page_found) {
    const Milliseconds age = report.started - *reported.page_found;
    if (age > options.page_patience) return std::nullopt;
    wait = std::max(wait, age / 32);
  }
  const Time soon = report.started + wait;
  return std::max(soon, report.not_before.value_or(soon));
}

// When the plan begins: its publication, where that is said and can be true.
Time published_of(const PreparedReport& prepared) {
  const Time fetched = prepared.reported.report.started;
  const ClipArticle& article = prepared.page_article;
  const Time known = article.found == Time() ? fetched : article.found;
  return std::min(article.published.value_or(known), fetched);
}

Result<void> keep_page(Batch& batch, const PreparedReport& prepared,
                       model::ArticleId article) {
  if (!prepared.page_document.empty()) {
    TRY(batch.store().index().replace(article, prepared.page_document));
  }
  if (prepared.page_topics) {
    TRY(batch.store().topics().set_of_article(article, *prepared.page_topics));
  }
  const VisitReport& report = prepared.reported.report;
  TRY(batch.store().pages().keep(article, *prepared.page, report.started));
  if (!prepared.page_version) return {};
  model::Version version = *prepared.page_version;
  version.source = report.source;
  version.article = article;
  return batch.store().versions().add(version);
}

Result<void> plan_revisit(Batch& batch, const VisitReport& report,
                          model::ArticleId article, Time counted_from,
                          const model::PageValidators& validators,
                          std::uint64_t likeness) {
  auto next = next_revisit(article, counted_from, report.started,
                           batch.habits_of(report.source));
  if (!next) return batch.store().revisits().end(article);
  next->validators = validators;
  next->likeness = likeness;
  return batch.store().revisits().plan(article, *next);
}

// Was the page that came stored?
enum class Use { kStored, kUnused };

// `next` is written, and nothing was stored.
Result<Use> unused(Result<void> next) {
  TRY(std::move(next));
  return Use::kUnused;
}

// Of a page that is there already. What cannot be had says nothing of it, and is tried
// again with the next step of the plan, unless it is gone.
Result<Use> write_revisit(Batch& batch, const PreparedReport& prepared,
                          const model::ArticlePageFindings& found,
                          const store::Revisit& revisit) {
  const VisitReport& report = prepared.reported.report;
  const model::ArticleId article = found.article;
  store::Store& store = batch.store();
  if (is_final(report) && !report.is_lost) {
    return unused(store.revisits().end(article));
  }
  // Tried again soon, as the same step.
  if (report.remark == model::Remark::kNotKept) {
    store::Revisit again = revisit;
    again.due = report.started + batch.options().page_retry;
    return unused(store.revisits().plan(article, again));
  }
  Use use = Use::kUnused;
  model::PageValidators validators = revisit.validators;
  std::uint64_t likeness = revisit.likeness;
  if (model::is_success(report.outcome) && !report.is_lost) {
    const bool is_changed = prepared.page && prepared.is_page_changed;
    TRY(store.revisits().count(report.source, revisit.step, is_changed));
    if (report.outcome == FetchOutcome::kFetched) validators = found.validators;
    if (found.page) likeness = found.likeness;
    if (is_changed) {
      TRY(store.article_versions().keep_page(article, report.started));
      TRY(keep_page(batch, prepared, article));
      use = Use::kStored;
      batch.add_wanted(article, report.source, prepared.page_article,
                       prepared.page_wanted);
    }
  }
  TRY(plan_revisit(batch, report, article, revisit.counted_from, validators, likeness));
  return use;
}

// What tells of a change is an article of its source.
Result<std::uint32_t> add_told_changes(Batch& batch, const PreparedReport& prepared) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < prepared.articles.size(); ++i) {
    const store::NewArticle& told = prepared.articles[i];
    if (batch.known().find(told.source, told.key)) continue;
    TRY_ASSIGN(const model::ArticleId id, batch.insert(told));
    ++count;
    if (i >= prepared.wanted.size()) continue;
    batch.add_wanted(id, told.source,
                     {.url = told.entry->link, .published = {}, .found = told.found},
                     prepared.wanted[i]);
  }
  return count;
}

Result<Use> write_new_report(Batch& batch, const PreparedReport& prepared,
                             const model::ArticlePageFindings& found) {
  const VisitReport& report = prepared.reported.report;
  TRY_ASSIGN(const std::uint32_t told, add_told_changes(batch, prepared));
  TRY(batch.store().visits().record(report, prepared.headers, {.new_articles = told}));

  store::Pages& pages = batch.store().pages();
  const model::ArticleId article = found.article;
  const store::Revisit* const revisit = batch.find_revisit(article);
  if (revisit && !batch.pages().wanted.contains(article)) {
    return write_revisit(batch, prepared, found, *revisit);
  }
  batch.add_judgement(report.source, found.judgement);
  if (batch.pages().articles.contains(article)) {
    batch.add_wanted(article, report.source, prepared.page_article,
                     prepared.page_wanted);
  }
  const auto retry = next_try(batch.options(), prepared.reported);
  // One that was cut off is better than none when it will not be tried again.
  if (prepared.page && (model::is_success(report.outcome) || !retry)) {
    if (!batch.pages().articles.contains(article)) return Use::kUnused;
    batch.pages().wanted.erase(article);
    TRY(keep_page(batch, prepared, article));
    // What cannot be read cannot be compared.
    const bool is_read = found.page && found.page->content;
    if (batch.options().revisit_pages && is_read) {
      TRY(plan_revisit(batch, report, article, published_of(prepared), found.validators,
                       found.likeness));
    }
    return Use::kStored;
  }
  if (!batch.pages().wanted.contains(article)) return Use::kUnused;
  const bool is_try = counts_as_try(report);
  const auto next = is_try ? retry : postponed(batch.options(), prepared.reported);
  if (!next) {
    batch.pages().wanted.erase(article);
    return unused(pages.give_up(article, report.error));
  }
  return unused(is_try ? pages.retry(article, report.error, *next)
                       : pages.postpone(article, report.error, *next));
}

}  // namespace

Result<void> write_page_report(Batch& batch, PreparedReport& prepared,
                               const model::ArticlePageFindings& found) {
  const VisitReport& report = prepared.reported.report;
  Use use = Use::kUnused;
  if (batch.is_first_report(report.id) && batch.find_source(report.source)) {
    TRY_ASSIGN(use, write_new_report(batch, prepared, found));
  }
  if (use == Use::kStored || !prepared.page_version) return {};
  // Its record was made for nothing: the article is gone, or says what it said before,
  // or the visit was made twice.
  return batch.store().versions().drop_unused({report.source, found.article},
                                              prepared.page_version->place);
}

}  // namespace curlew::control
