// What the report of an article's page changes: the page, or when it is tried again.

#include <algorithm>

#include "control/batch.h"
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

}  // namespace

Result<void> write_page_report(Batch& batch, PreparedReport& prepared,
                               const model::ArticlePageFindings& found) {
  const VisitReport& report = prepared.reported.report;
  if (!batch.find_source(report.source)) return {};
  if (!batch.is_first_report(report.id)) return {};
  TRY(batch.store().visits().record(report, prepared.headers, {}));
  batch.add_judgement(report.source, found.judgement);

  store::Pages& pages = batch.store().pages();
  const model::ArticleId article = found.article;
  if (batch.pages().articles.contains(article)) {
    batch.add_wanted(article, report.source, prepared.page_article,
                     prepared.page_wanted);
  }
  const auto retry = next_try(batch.options(), prepared.reported);
  // One that was cut off is better than none when it will not be tried again.
  if (prepared.page && (model::is_success(report.outcome) || !retry)) {
    if (!batch.pages().articles.contains(article)) return {};
    batch.pages().wanted.erase(article);
    if (!prepared.page_document.empty()) {
      TRY(batch.store().index().replace(article, prepared.page_document));
    }
    return pages.keep(article, *prepared.page, report.started);
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
