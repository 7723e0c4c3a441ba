#include "control/source_moves.h"

#include <fmt/format.h>

#include <variant>

#include "base/log.h"
#include "base/overloaded.h"
#include "control/own_origin.h"

namespace curlew::control {
namespace {

using model::SourceKind;
using model::VisitReport;
using store::ScheduleRow;

bool may_follow(const model::Source& source, const std::string& url) {
  return share_origin(source.url, url) || !is_bound_to_origin(source);
}

// Its secrets would have to go to a stranger, or stay behind unused: its user decides.
void stop(SourceStanding& source, const std::string& url) {
  source.is_stopped = true;
  source.row.schedule.last_remark = model::Remark::kSecretsBound;
  source.row.schedule.last_error =
      fmt::format("it leads to {}, and its credentials were given for {} alone", url,
                  origin_of(source.row.source.url));
}

void note_duplicate(const std::string& url, ScheduleRow& row) {
  row.last_remark = model::Remark::kDuplicate;
  row.last_error = fmt::format("it leads to {}, which is watched already", url);
}

void set_kind(SourceStanding& source, SourceKind kind) {
  source.is_changed |= source.row.source.kind != kind;
  source.row.source.kind = kind;
}

// False when another source has that address.
Result<bool> move_to(Batch& batch, SourceStanding& source, const std::string& url,
                     SourceKind kind) {
  model::Source& moved = source.row.source;
  if (moved.url != url) {
    const auto done = batch.store().sources().move(moved.id, url);
    if (!done.ok() && done.error().kind == ErrorKind::kExists) return false;
    TRY(done);
    log_info("{} has moved to {}", moved.url, url);
    moved.url = url;
  }
  set_kind(source, kind);
  return true;
}

// What a source turned out to be whose kind nobody knew. One in which nothing has
// changed since was a feed then, too.
SourceKind found_kind(const model::VisitFindings& findings) {
  return std::visit(
      Overloaded{[](const model::FeedFindings&) { return SourceKind::kFeed; },
                 [](const model::FollowedPageFindings&) { return SourceKind::kPage; },
                 [](const model::ArticlePageFindings&) { return SourceKind::kAuto; },
                 [](const model::NamedFeeds&) { return SourceKind::kAuto; },
                 [](const model::DataFindings&) { return SourceKind::kData; },
                 [](const model::CrawlPageFindings&) { return SourceKind::kAuto; }},
      findings);
}

void note_kind(const VisitReport& report, SourceStanding& source) {
  const model::Source& known = source.row.source;
  if (known.kind != SourceKind::kAuto) return;
  const SourceKind kind = found_kind(report.findings);
  if (kind == SourceKind::kPage) {
    log_info("{} names no feed: the links on it are followed", known.url);
  }
  set_kind(source, kind);
}

Result<void> believe_move(Batch& batch, SourceStanding& source) {
  ScheduleRow& row = source.row.schedule;
  if (!may_follow(source.row.source, row.moved_to)) {
    // Said once. A user who resumes it wants it where it is: the redirect is followed
    // at each visit, and gets no secret.
    if (row.moved_seen == batch.options().moved_after) stop(source, row.moved_to);
    return {};
  }
  TRY_ASSIGN(const bool is_there,
             move_to(batch, source, row.moved_to, source.row.source.kind));
  if (!is_there) {
    note_duplicate(row.moved_to, row);  // It is told with every visit.
    return {};
  }
  row.moved_to.clear();
  row.moved_seen = 0;
  return {};
}

// At once, as what it is now known to be.
void visit_again(const VisitReport& report, SourceStanding& source) {
  source.verdict.plan.failures = 0;
  source.verdict.plan.due = report.started;
  apply_plan(source.verdict.plan, source.row.schedule);
  source.row.schedule.asked = report.started;
}

// Said once. A user who resumes it wants the page itself: its links are followed.
void stay(const VisitReport& report, const std::string& feed, SourceStanding& source) {
  ScheduleRow& row = source.row.schedule;
  if (row.moved_to != feed) {
    row.moved_to = feed;
    stop(source, feed);
    return;
  }
  row.moved_to.clear();
  log_info("{} stays where it is: the links on it are followed", source.row.source.url);
  set_kind(source, SourceKind::kPage);
  visit_again(report, source);
}

}  // namespace

bool is_turned_away(const VisitReport& report) {
  return report.outcome == model::FetchOutcome::kThrottled && report.http_status == 0;
}

Result<void> note_address(Batch& batch, const VisitReport& report,
                          SourceStanding& source) {
  if (!model::is_success(report.outcome)) return {};
  note_kind(report, source);
  ScheduleRow& row = source.row.schedule;
  row.moved_seen = report.moved_to == row.moved_to ? row.moved_seen + 1 : 1;
  row.moved_to = report.moved_to;
  if (row.moved_to.empty()) {
    row.moved_seen = 0;
  } else if (row.moved_seen >= batch.options().moved_after) {
    return believe_move(batch, source);
  }
  return {};
}

Result<bool> follow_named_feed(Batch& batch, const VisitReport& report,
                               const std::string& feed, SourceStanding& source) {
  if (!may_follow(source.row.source, feed)) {
    stay(report, feed, source);
    return true;
  }
  TRY_ASSIGN(const bool is_there, move_to(batch, source, feed, SourceKind::kFeed));
  if (is_there) visit_again(report, source);
  return is_there;
}

Result<void> note_duplicate_feed(Batch& batch, const std::string& feed,
                                 SourceStanding& source) {
  note_duplicate(feed, source.row.schedule);
  if (source.row.schedule.last_success) return {};  // It has articles of its own.
  TRY_ASSIGN(const auto known, batch.store().sources().find(feed));
  // Whoever has a page name it must not read what another's login gets.
  if (known && model::is_kept_apart(known->source)) return {};
  log_info("{} names {}, which is watched already: it is another name for it",
           source.row.source.url, feed);
  source.is_removed = true;
  return batch.store().sources().merge(source.row.source.id, feed, batch.now());
}

}  // namespace curlew::control
