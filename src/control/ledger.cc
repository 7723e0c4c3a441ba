#include "control/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "base/log.h"
#include "control/own_origin.h"
#include "control/page_averages.h"
#include "detect/new_entries.h"
#include "extract/areas/page_kind.h"
#include "model/mask.h"
#include "model/visit_failure.h"

namespace curlew::control {
namespace {

using model::FetchOutcome;
using model::SourceKind;
using model::SourceState;
using model::VisitReport;
using store::NewArticle;
using store::ScheduleRow;

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

std::string first_of(const std::vector<std::string>& categories,
                     const std::string& otherwise) {
  return categories.empty() ? otherwise : categories.front();
}

// The link of an entry that has no page of its own is that of its enclosure, which is a
// recording or a picture.
bool has_page(const model::Entry& entry) {
  return !entry.link.empty() &&
         (entry.enclosures.empty() || entry.enclosures.front().url != entry.link);
}

// One batch being written.
class Commit {
 public:
  Commit(const LedgerOptions& options, store::CentralStore& store, store::Batch& batch,
         Planners& planners, Time now)
      : options_(options),
        store_(store),
        batch_(batch),
        planners_(planners),
        now_(now) {}

  Result<void> write(const Reported& reported) {
    if (reported.report.kind == model::VisitKind::kSource) {
      return write_source_visit(reported);
    }
    return write_page_visit(reported);
  }

  // What the batch as a whole has changed.
  Result<void> finish() {
    for (const auto& [id, averages] : averages_) {
      TRY(batch_.save_page_averages(id, averages));
    }
    return {};
  }

  Committed take() {
    for (const auto& [id, source] : sources_) {
      committed_.sources.push_back({id, source.watched.source.state, source.verdict,
                                    source.watched.schedule.asked.has_value()});
    }
    return std::move(committed_);
  }

 private:
  // A source as this batch has left it so far.
  struct Standing {
    store::WatchedSource watched;
    schedule::Verdict verdict;
    bool is_stopped = false;  // By what this batch found.
  };

  // The stages of a source's report, in their order.
  Result<void> write_source_visit(const Reported& reported) {
    const VisitReport& report = reported.report;
    TRY_ASSIGN(Standing * source, find_source(report.source));
    if (!source) return {};  // Removed while its visit was under way.
    TRY_ASSIGN(const std::uint32_t added, add_articles(report, source->watched.source));
    TRY_ASSIGN(const bool is_first, batch_.record_visit(report, added));
    if (!is_first) return {};
    // Not before: a report that comes again late must not bring back an old text.
    TRY(write_edits());
    committed_.new_articles += added;
    learn(report, added, *source);
    if (const auto& median = source->verdict.median) {
      TRY(batch_.record_median(report.id, std::llround(*median * 1000)));
    }
    TRY(note_judgement(report));
    source->is_stopped |= reported.is_set_aside;
    TRY(note_feed_head(report, source->watched.source));
    TRY(note_address(report, *source));
    TRY(note_state(report, *source));
    return batch_.save_schedule(source->watched.schedule);
  }

  Result<void> write_page_visit(const Reported& reported) {
    const VisitReport& report = reported.report;
    TRY_ASSIGN(const bool is_first, batch_.record_visit(report, 0));
    if (!is_first) return {};
    TRY(note_judgement(report));
    const std::optional<Time> retry = page_retry(reported);
    // One that was cut off is better than none when it will not be tried again.
    if (report.page && (model::is_success(report.outcome) || !retry)) {
      return batch_.save_page(report.article, *report.page, report.started);
    }
    if (was_sent(report)) {
      return batch_.page_failed(report.article, report.error, retry);
    }
    return postpone_page(reported);
  }

  // Behind a robots.txt that cannot be read a page waits for ever longer, a 32nd of its
  // age, and not for ever.
  Result<void> postpone_page(const Reported& reported) {
    const VisitReport& report = reported.report;
    Milliseconds wait = options_.page_retry;
    if (report.outcome == FetchOutcome::kRobotsUnreadable && reported.page_found) {
      const Milliseconds age = report.started - *reported.page_found;
      if (age > options_.page_patience) {
        return batch_.page_failed(report.article, report.error, std::nullopt);
      }
      wait = std::max(wait, age / 32);
    }
    const Time soon = report.started + wait;
    return batch_.postpone_page(report.article, report.error,
                                std::max(soon, report.not_before.value_or(soon)));
  }

  // A page that was read moves the averages of its source and those of all.
  Result<void> note_judgement(const VisitReport& report) {
    if (!report.judgement) return {};
    for (const model::SourceId id : {report.source, store::kAllSources}) {
      if (averages_.contains(id)) continue;
      TRY_ASSIGN(averages_[id], averages_of(store_, id));
    }
    for (const model::SourceId id : {report.source, store::kAllSources}) {
      extract::add_page(averages_[id], report.judgement->counts_as,
                        report.judgement->sums);
    }
    return {};
  }

  std::optional<Time> page_retry(const Reported& reported) const {
    const std::uint32_t tries = reported.page_tries + 1;
    // A report that was lost says nothing of its page.
    const bool is_hopeless = is_final(reported.report) && !reported.report.is_lost;
    if (is_hopeless || tries >= options_.page_tries) return std::nullopt;
    Milliseconds wait = options_.page_retry;
    for (std::uint32_t i = 1; i < tries; ++i) wait *= 3;
    const Time retry = reported.report.started + wait;
    return std::max(retry, reported.report.not_before.value_or(retry));
  }

  // nullptr when it was removed.
  Result<Standing*> find_source(model::SourceId id) {
    if (const auto known = sources_.find(id); known != sources_.end()) {
      return &known->second;
    }
    TRY_ASSIGN(auto watched, store_.source_by_id(id));
    if (!watched) return nullptr;
    // A source paused while its visit was under way has no plan any more.
    const auto known = planners_.find(id);
    schedule::Verdict verdict{.plan = known ? *known
                                            : planners_.to_plan(planned(*watched))};
    // The row has its times to the millisecond, the planner to the second; and all of
    // the failures, of which the planner counts as many as matter.
    verdict.plan.last_success = watched->schedule.last_success;
    verdict.plan.failures = watched->schedule.failures;
    verdict.plan.own = watched->source.wishes;
    verdict.plan.weight = planners_.weight_of(watched->source.audience);
    return &sources_.emplace(id, Standing{*std::move(watched), std::move(verdict)})
                .first->second;
  }

  Result<std::uint32_t> add_articles(const VisitReport& report,
                                     const model::Source& source) {
    std::uint32_t added = 0;
    item_times_.clear();
    edits_.clear();
    for (std::size_t i = 0; i < report.new_entries.size(); ++i) {
      NewArticle article = to_article(report, i, source);
      TRY_ASSIGN(const bool is_new, add_or_edit(article));
      if (!is_new) continue;
      ++added;
      committed_.wants_pages |= article.wants_page;
      if (article.entry->published) item_times_.push_back(*article.entry->published);
    }
    return added;
  }

  NewArticle to_article(const VisitReport& report, std::size_t i,
                        const model::Source& source) const {
    const model::Entry& entry = report.new_entries[i];
    const std::uint64_t likeness = report.new_likenesses[i];
    return {
        .source = report.source,
        .key = report.new_keys[i],
        .likeness = likeness == 0 ? std::nullopt : std::optional(likeness),
        .entry = &entry,
        .found = report.started,
        .language = entry.language.empty() && report.feed ? report.feed->language
                                                          : entry.language,
        .category =
            first_of(entry.categories, report.feed ? report.feed->category : ""),
        .wants_page = options_.fetch_pages && source.fetch_pages && has_page(entry)};
  }

  // False when the source has it already: as it is, or otherwise, and then it is put
  // down among the edits.
  Result<bool> add_or_edit(NewArticle& article) {
    TRY_ASSIGN(const auto added, batch_.add_article(article));
    if (added) return true;
    TRY_ASSIGN(const auto stored, batch_.find_entry(article.source, article.key));
    // Without one the source was removed, or has the same entry under another key.
    if (!stored || !article.likeness || stored->likeness == article.likeness) {
      return false;
    }
    if (detect::is_edit(stored->entry, *article.entry)) {
      edits_.emplace_back(stored->article, article);
      return false;
    }
    // Its feed gives one name to everything: this one is known by what it shows.
    article.key = *article.likeness;
    TRY_ASSIGN(const auto another, batch_.add_article(article));
    return another.has_value();
  }

  Result<void> write_edits() {
    for (const auto& [article, edit] : edits_) TRY(batch_.edit_article(article, edit));
    return {};
  }

  void learn(const VisitReport& report, std::uint32_t added, Standing& source) {
    ScheduleRow& row = source.watched.schedule;
    source.verdict = planners_.judge(report.source, source.watched.source.objective,
                                     source.verdict.plan,
                                     {.at = report.started,
                                      .outcome = report.outcome,
                                      .new_items = added,
                                      .item_times = item_times_,
                                      .items_shown = report.entries_shown,
                                      .not_before = report.not_before,
                                      .quiet = report.quiet,
                                      .turned_away = is_turned_away(report)});
    apply_plan(source.verdict.plan, row);
    row.due_reason = schedule::to_string(source.verdict.reason);
    row.last_visit = report.started;
    row.not_before = report.not_before;
    row.last_outcome = report.outcome;
    row.last_status = report.http_status;
    row.last_remark = report.remark;
    row.last_error = report.error;
    note_asked(report, row);
    if (added > 0) row.last_new = report.started;
  }

  // A visit that began before its user asked may have been made with an old address, or
  // without the password that he has just given. The terminal's clock may be another
  // than the user's: an order made later than he asked answers him as well.
  void note_asked(const VisitReport& report, ScheduleRow& row) const {
    if (!row.asked) return;
    const auto later = model::first_visit_id(*row.asked + Milliseconds(1));
    if (report.started >= *row.asked || report.id >= later) return row.asked.reset();
    // A clock was set back meanwhile. Asked as if now, it is answered by the next
    // visit, and not by those of an hour.
    row.asked = std::min(*row.asked, now_);
  }

  // Never sent: its host is held, or the queue was too long.
  static bool is_turned_away(const VisitReport& report) {
    return report.outcome == FetchOutcome::kThrottled && report.http_status == 0;
  }
  static bool was_sent(const VisitReport& report) {
    return !is_turned_away(report) && report.outcome != FetchOutcome::kRobotsUnreadable;
  }

  Result<void> note_feed_head(const VisitReport& report, model::Source& source) {
    if (!report.feed) return {};
    const model::FeedHead& head = *report.feed;
    if (source.site_url == head.site_url && source.language == head.language &&
        (source.title == head.title || head.title.empty())) {
      return {};
    }
    source.site_url = head.site_url;
    source.language = head.language;
    if (source.title.empty()) source.title = head.title;
    return batch_.save_feed_head(report.source, head);
  }

  // A source found to be a feed, or a page to follow; a page that named its feed; a
  // source that has moved for good and was seen there often enough to believe it (302
  // and 307 never count).
  Result<void> note_address(const VisitReport& report, Standing& source) {
    if (!report.discovered_feeds.empty()) return follow_discovery(report, source);
    if (!model::is_success(report.outcome)) return {};
    TRY(note_kind(report, source));
    ScheduleRow& row = source.watched.schedule;
    row.moved_seen = report.moved_to == row.moved_to ? row.moved_seen + 1 : 1;
    row.moved_to = report.moved_to;
    if (row.moved_to.empty()) {
      row.moved_seen = 0;
    } else if (row.moved_seen >= options_.moved_after) {
      return believe_move(source);
    }
    return {};
  }

  Result<void> believe_move(Standing& source) {
    ScheduleRow& row = source.watched.schedule;
    if (!may_follow(source.watched.source, row.moved_to)) {
      // Said once. A user who resumes it wants it where it is: the redirect is followed
      // at each visit, and gets no secret.
      if (row.moved_seen == options_.moved_after) stop(source, row.moved_to);
      return {};
    }
    TRY_ASSIGN(const bool is_there,
               move(source, row.moved_to, source.watched.source.kind));
    if (!is_there) return {};  // A duplicate is told with every visit.
    row.moved_to.clear();
    row.moved_seen = 0;
    return {};
  }

  static bool may_follow(const model::Source& source, const std::string& url) {
    return share_origin(source.url, url) || !is_bound_to_origin(source);
  }

  // Its secrets would have to go to a stranger, or stay behind unused: its user
  // decides.
  static void stop(Standing& source, const std::string& url) {
    source.is_stopped = true;
    source.watched.schedule.last_remark = model::Remark::kSecretsBound;
    source.watched.schedule.last_error =
        fmt::format("it leads to {}, and its credentials were given for {} alone", url,
                    origin_of(source.watched.source.url));
  }

  // Nothing new about a source whose kind nobody knows: it was a feed then, too.
  Result<void> note_kind(const VisitReport& report, Standing& source) {
    const model::Source& known = source.watched.source;
    if (known.kind != SourceKind::kAuto) return {};
    const bool is_page = report.found_kind == SourceKind::kPage;
    if (is_page) log_info("{} names no feed: the links on it are followed", known.url);
    TRY(move(source, known.url, is_page ? SourceKind::kPage : SourceKind::kFeed));
    return {};
  }

  // The feed that the page names first is meant: the others are its comments, or other
  // forms of the same. Where it is watched already, the page is another name for it.
  Result<void> follow_discovery(const VisitReport& report, Standing& source) {
    const std::string& feed = report.discovered_feeds.front();
    if (!may_follow(source.watched.source, feed)) return stay(report, source);
    ScheduleRow& row = source.watched.schedule;
    TRY_ASSIGN(const bool is_there, move(source, feed, SourceKind::kFeed));
    if (is_there) {
      visit_again(report, source);
      return {};
    }
    if (row.last_success) return {};  // It has articles of its own.
    log_info("{} names {}, which is watched already: it is another name for it",
             source.watched.source.url, feed);
    return batch_.merge_source(report.source, feed);
  }

  // Said once. A user who resumes it wants the page itself: its links are followed.
  Result<void> stay(const VisitReport& report, Standing& source) {
    const std::string& feed = report.discovered_feeds.front();
    ScheduleRow& row = source.watched.schedule;
    if (row.moved_to != feed) {
      row.moved_to = feed;
      stop(source, feed);
      return {};
    }
    row.moved_to.clear();
    const std::string url = source.watched.source.url;
    log_info("{} stays where it is: the links on it are followed", url);
    TRY(move(source, url, SourceKind::kPage));
    visit_again(report, source);
    return {};
  }

  // At once, as what it is now known to be; what was wrong with it is over.
  static void visit_again(const VisitReport& report, Standing& source) {
    ScheduleRow& row = source.watched.schedule;
    source.verdict.plan.failures = 0;
    source.verdict.plan.due = report.started;
    apply_plan(source.verdict.plan, row);
    row.last_error.clear();
    row.last_outcome = FetchOutcome::kFetched;
    row.last_remark = model::Remark::kNone;
    row.asked = report.started;
  }

  // False when another source has that address.
  Result<bool> move(Standing& source, const std::string& url, SourceKind kind) {
    model::Source& moved = source.watched.source;
    const auto done = batch_.move_source(moved.id, url, kind);
    if (!done.ok() && done.error().kind == ErrorKind::kExists) {
      source.watched.schedule.last_remark = model::Remark::kDuplicate;
      source.watched.schedule.last_error =
          fmt::format("it leads to {}, which is watched already", url);
      return false;
    }
    TRY(done);
    if (moved.url != url) log_info("{} has moved to {}", moved.url, url);
    moved.url = url;
    moved.kind = kind;
    return true;
  }

  Result<void> note_state(const VisitReport& report, Standing& source) {
    store::WatchedSource& watched = source.watched;
    SourceState state = SourceState::kActive;
    if (source.is_stopped) {
      state = SourceState::kStopped;
    } else if (report.outcome == FetchOutcome::kGone) {
      state = SourceState::kGone;
    } else if (watched.schedule.failures >= options_.failing_after) {
      state = SourceState::kFailing;
    }
    if (state == watched.source.state) return {};
    // A visit under way when the source was paused or stopped does not wake it.
    if (watched.source.state == SourceState::kPaused ||
        watched.source.state == SourceState::kStopped) {
      return {};
    }
    const std::string& why =
        source.is_stopped ? watched.schedule.last_error : report.error;
    log_info("{} is {} now{}{}", model::masked_address(watched.source.url),
             model::to_string(state), why.empty() ? "" : ": ", why);
    watched.source.state = state;
    return batch_.set_state(watched.source.id, state);
  }

  const LedgerOptions& options_;
  store::CentralStore& store_;
  store::Batch& batch_;
  Planners& planners_;
  const Time now_;
  Committed committed_;
  std::unordered_map<model::SourceId, Standing> sources_;
  std::unordered_map<model::SourceId, model::PageAverages> averages_;
  // Of the report being written.
  std::vector<Time> item_times_;
  std::vector<std::pair<model::ArticleId, NewArticle>> edits_;
};

// Packing and writing may run out of memory.
Result<void> write(Commit& commit, const Reported& reported) {
  try {
    return commit.write(reported);
  } catch (const std::exception& error) {
    return Error{ErrorKind::kFailed, error.what()};
  }
}

// Or is it the store that is in trouble, whatever is written?
bool may_be_of_the_report(const Error& error) {
  switch (error.kind) {
    case ErrorKind::kBusy:
    case ErrorKind::kDiskFull:
    case ErrorKind::kCorrupt:
    case ErrorKind::kUnsupported:
      return false;
    default:
      return true;
  }
}

}  // namespace

Result<Committed> Ledger::commit(std::span<const Reported> reports,
                                 std::span<const store::Population> populations) {
  Replaced replaced;
  while (true) {
    std::optional<std::size_t> culprit;
    auto committed = try_commit(reports, populations, replaced, culprit);
    if (committed.ok()) {
      for (const auto& [place, written] : replaced) {
        log_error("visit {} of source {}: {}", written.report.id.value,
                  written.report.source.value, written.report.error);
        committed->refused.push_back(place);
      }
      return committed;
    }
    if (!culprit) return committed;
    Reported failure = reports[*culprit];
    failure.report = model::as_failure(failure.report,
                                       "cannot be stored: " + committed.error().text);
    failure.is_lost = true;
    // As a failure it cannot be written either: it is not the report's fault.
    if (!replaced.emplace(*culprit, std::move(failure)).second) return committed;
  }
}

Result<Committed> Ledger::try_commit(std::span<const Reported> reports,
                                     std::span<const store::Population> populations,
                                     const Replaced& replaced,
                                     std::optional<std::size_t>& culprit) {
  TRY_ASSIGN(const auto batch, store_.begin());
  Commit commit(options_, store_, *batch, planners_, clock_.now());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const auto instead = replaced.find(i);
    const Reported& reported = instead == replaced.end() ? reports[i] : instead->second;
    const auto written = write(commit, reported);
    if (written.ok()) continue;
    if (may_be_of_the_report(written.error())) culprit = i;
    return Error(written.error());
  }
  TRY(commit.finish());
  for (const store::Population& population : populations) {
    TRY(batch->save_population(population));
  }
  TRY(batch->commit());
  return commit.take();
}

}  // namespace curlew::control
