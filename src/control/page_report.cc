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

bool was_sent(const VisitReport& report) {
  return !is_turned_away(report) && report.outcome != FetchOutcome::kRobotsUnreadable;
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

// When it was not asked for at all; nullopt: never. Behind a robots.txt that cannot be
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

Result<void> keep_page(Batch& batch, PreparedReport& prepared,
                       model::ArticleId article) {
  if (!prepared.page_document.empty()) {
    TRY(batch.store().index().replace(article, prepared.page_document));
  }
  return batch.store().pages().keep(article, *prepared.page,
                                    prepared.reported.report.started);
}

Result<void> plan_revisit(Batch& batch, const VisitReport& report,
                          model::ArticleId article, Time counted_from,
                          const model::PageValidators& validators) {
  auto next = next_revisit(article, counted_from, report.started,
                           batch.habits_of(report.source));
  if (!next) return batch.store().revisits().end(article);
  next->validators = validators;
  return batch.store().revisits().plan(article, *next);
}

// Of a page that is there already. What cannot be had says nothing of it, and is tried
// again with the next step of the plan, unless it is gone.
Result<void> write_revisit(Batch& batch, PreparedReport& prepared,
                           const model::ArticlePageFindings& found,
                           const store::Revisit& revisit) {
  const VisitReport& report = prepared.reported.report;
  const model::ArticleId article = found.article;
  store::Store& store = batch.store();
  if (is_final(report)) return store.revisits().end(article);
  model::PageValidators validators = revisit.validators;
  if (model::is_success(report.outcome) && !report.is_lost) {
    const bool is_changed = prepared.page && prepared.is_page_changed;
    TRY(store.revisits().count(report.source, revisit.step, is_changed));
    if (found.page) validators = found.validators;
    if (is_changed) {
      TRY(store.article_versions().keep_page(article, report.started));
      TRY(keep_page(batch, prepared, article));
      batch.add_wanted(article, report.source, prepared.page_article,
                       prepared.page_wanted);
    }
  }
  return plan_revisit(batch, report, article, revisit.counted_from, validators);
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

}  // namespace

Result<void> write_page_report(Batch& batch, PreparedReport& prepared,
                               const model::ArticlePageFindings& found) {
  const VisitReport& report = prepared.reported.report;
  if (!batch.find_source(report.source)) return {};
  if (!batch.is_first_report(report.id)) return {};
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
    if (!batch.pages().articles.contains(article)) return {};
    batch.pages().wanted.erase(article);
    TRY(keep_page(batch, prepared, article));
    // What cannot be read cannot be compared.
    const bool is_read = found.page && found.page->content;
    if (!batch.options().revisit_pages || !is_read) return {};
    return plan_revisit(batch, report, article, published_of(prepared),
                        found.validators);
  }
  if (!batch.pages().wanted.contains(article)) return {};
  const bool is_sent = was_sent(report);
  const auto next = is_sent ? retry : postponed(batch.options(), prepared.reported);
  if (!next) {
    batch.pages().wanted.erase(article);
    return pages.give_up(article, report.error);
  }
  return is_sent ? pages.retry(article, report.error, *next)
                 : pages.postpone(article, report.error, *next);
}

}  // namespace curlew::control
