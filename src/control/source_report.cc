// What the report of a source's visit changes: new and edited articles, what is known
// about visiting it, what it says of itself, where it lives, its state.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/log.h"
#include "control/batch.h"
#include "control/source_moves.h"
#include "control/taught_plan.h"
#include "detect/new_entries.h"
#include "detect/page/notes.h"
#include "model/mask.h"

namespace curlew::control {
namespace {

using model::FetchOutcome;
using model::SourceState;
using model::VisitReport;
using store::NewArticle;
using store::ScheduleRow;

struct NewItems {
  std::uint32_t count = 0;
  std::vector<Time> times;  // Of those that have one.
};

// The article's id; 0 when the source has it already: as it is, or otherwise, and then
// it is edited.
Result<model::ArticleId> add_or_edit(Batch& batch, NewArticle& article) {
  const bool is_known = batch.known().has_otherwise(article);
  const store::StoredEntry* const stored =
      batch.known().find(article.source, article.key);
  if (!is_known && !stored) {
    return batch.insert(article);
  }
  // Without one the source has, or had, the same entry under another key.
  if (!stored || !article.likeness || stored->likeness == article.likeness) {
    return model::ArticleId();
  }
  if (detect::is_edit(*stored->entry, *article.entry)) {
    TRY(batch.store().article_versions().keep_entry(stored->article, article.found));
    TRY(batch.store().articles().edit(stored->article, article));
    // Where pages are fetched, the page says more than its entry.
    if (!article.wants_page && !article.document.empty()) {
      TRY(batch.store().index().replace(stored->article, article.document));
      TRY(batch.store().topics().set_of_article(stored->article, article.topics));
    }
    return model::ArticleId();
  }
  // Its feed gives one name to everything: this one is known by what it shows.
  NewArticle renamed = article;
  renamed.key = *article.likeness;
  if (batch.known().has_otherwise(renamed) ||
      batch.known().find(renamed.source, renamed.key)) {
    return model::ArticleId();
  }
  return batch.insert(renamed);
}

Result<NewItems> add_articles(Batch& batch, PreparedReport& prepared,
                              const model::Source& source) {
  NewItems items;
  const bool are_pages_wanted = batch.options().fetch_pages && source.fetch_pages;
  for (std::size_t i = 0; i < prepared.articles.size(); ++i) {
    NewArticle& article = prepared.articles[i];
    // A change of a watched page has no page but that one.
    article.wants_page &= are_pages_wanted && article.entry->link != source.url;
    TRY_ASSIGN(const model::ArticleId id, add_or_edit(batch, article));
    if (!id) continue;
    ++items.count;
    if (i < prepared.wanted.size()) {
      batch.add_wanted(id, article.source,
                       {.url = article.entry->link,
                        .published = article.entry->published,
                        .found = article.found},
                       prepared.wanted[i]);
    }
    if (article.entry->published) items.times.push_back(*article.entry->published);
  }
  return items;
}

// A visit that began before its user asked may have been made with an old address, or
// without the password that he has just given. The terminal's clock may be another
// than the user's: an order made later than he asked answers him as well.
void note_asked(const VisitReport& report, Time now, ScheduleRow& row) {
  if (!row.asked) return;
  const auto later = model::first_visit_id(*row.asked + Milliseconds(1));
  if (report.started >= *row.asked || report.id >= later) return row.asked.reset();
  // A clock was set back meanwhile. Asked as if now, it is answered by the next visit,
  // and not by those of an hour.
  row.asked = std::min(*row.asked, now);
}

void note_ending(const VisitReport& report, Time now, ScheduleRow& row) {
  row.last_visit = report.started;
  row.not_before = report.not_before;
  row.last_outcome = report.outcome;
  row.last_status = report.http_status;
  row.last_remark = report.remark;
  row.last_error = report.error;
  row.last_note = report.note;
  note_asked(report, now, row);
}

// What changed in the version that it kept; nullopt: it kept none.
std::optional<model::ChangeKinds> kinds_of(const VisitReport& report) {
  const model::DocumentFindings* const found = model::document_of(report.findings);
  if (!found || !found->version) return std::nullopt;
  return found->version->kinds;
}

// When the source is to be visited at the earliest: where its publisher says so, or
// where its hub tells of news, so that a visit is but a check.
std::optional<Time> earliest_visit(const Batch& batch, const VisitReport& report) {
  const store::HubSubscription* const hub = batch.find_hub(report.source);
  if (!hub || !hub->is_trusted(batch.now())) return report.not_before;
  const Time check =
      std::min(report.started + batch.options().hub_check, *hub->lease_end);
  return std::max(check, report.not_before.value_or(check));
}

// Its feed names a hub, or none any more; and a hub that does not tell of news is not
// relied on before it does.
Result<void> note_hub(Batch& batch, const VisitReport& report, const NewItems& items,
                      std::optional<Time> last_visit) {
  const auto* const feed = std::get_if<model::FeedFindings>(&report.findings);
  if (!batch.options().subscribes_at_hubs || !feed || !feed->listing) return {};
  store::HubSubscriptions& hubs = batch.store().hub_subscriptions();
  const model::FeedHead& head = feed->listing->head;
  const store::HubSubscription* const known = batch.find_hub(report.source);
  if (!head.hub.empty()) {
    const bool is_news = !known || known->hub != head.hub ||
                         known->topic != head.topic ||
                         known->state == store::kHubLeaving;
    if (is_news) TRY(hubs.note_hub(report.source, head.hub, head.topic, batch.now()));
  } else if (known && report.remark != model::Remark::kCutFeed) {
    TRY(hubs.note_no_hub(report.source, batch.now()));
  }
  const bool was_told =
      known && known->pushed && last_visit && *known->pushed > *last_visit;
  if (known && known->pushed && items.count > 0 && !was_told) {
    TRY(hubs.note_missed(report.source));
  }
  return {};
}

// When to come again.
Result<void> learn(Batch& batch, const VisitReport& report, const NewItems& items,
                   SourceStanding& source) {
  ScheduleRow& row = source.row.schedule;
  const model::Listing* const listing = model::listing_of(report.findings);
  const auto kinds = kinds_of(report);
  if (kinds) row.changes.count(*kinds);
  // A version that nobody is told of is a change, too, where every one is to be caught.
  const std::uint32_t versions = kinds ? 1 : 0;
  const schedule::VisitFacts facts{.at = report.started,
                                   .outcome = report.outcome,
                                   .new_items = std::max(items.count, versions),
                                   .item_times = items.times,
                                   .items_shown = listing ? listing->entries_shown : 0,
                                   .kinds = kinds.value_or(model::ChangeKinds()),
                                   .changes = row.changes,
                                   .not_before = earliest_visit(batch, report),
                                   .quiet = report.quiet,
                                   .turned_away = is_turned_away(report)};
  const auto judge = [&](const schedule::Plan& plan) {
    return batch.planners().judge(report.source, model::aim_of(source.row.source), plan,
                                  facts);
  };
  const schedule::Plan plan = source.verdict.plan;
  source.verdict = judge(plan);
  if (is_of_another_policy(plan, source.verdict)) {
    TRY_ASSIGN(const schedule::Plan taught,
               taught_plan(batch.store(), batch.planners(), source.row.source, plan,
                           report.id));
    source.verdict = judge(taught);
  }
  apply_plan(source.verdict.plan, row);
  row.due_reason = source.verdict.reason;
  note_ending(report, batch.now(), row);
  if (items.count > 0) row.last_new = report.started;
  return {};
}

// What the feed says of itself; a title given by the user stays.
void note_feed_head(const VisitReport& report, SourceStanding& source) {
  const model::Listing* const listing = model::listing_of(report.findings);
  if (listing == nullptr) return;
  const auto fill_in = [&](std::string& known, const std::string& said) {
    if (said.empty() || known == said) return;
    known = said;
    source.is_changed = true;
  };
  const model::FeedHead& head = listing->head;
  if (!source.row.source.has_own_title) fill_in(source.row.source.title, head.title);
  fill_in(source.row.source.site_url, head.site_url);
  fill_in(source.row.source.language, head.language);
}

void note_state(const Batch& batch, const VisitReport& report, SourceStanding& source) {
  const ScheduleRow& row = source.row.schedule;
  model::Source& known = source.row.source;
  SourceState state = SourceState::kActive;
  if (source.is_stopped) {
    state = SourceState::kStopped;
  } else if (report.outcome == FetchOutcome::kGone) {
    state = SourceState::kGone;
  } else if (row.failures >= batch.options().failing_after) {
    state = SourceState::kFailing;
  }
  if (state == known.state) return;
  // A visit under way when the source was paused or stopped does not wake it.
  if (known.state == SourceState::kPaused || known.state == SourceState::kStopped) {
    return;
  }
  const std::string& why = source.is_stopped ? row.last_error : report.error;
  log_info("{} is {} now{}{}", model::masked_address(known.url),
           model::to_string(state), why.empty() ? "" : ": ", why);
  known.state = state;
  source.is_changed = true;
}

// A user may have said that something is no change while the visit was under way, which
// was told of the notes before that.
Result<std::string> with_what_was_said(store::Versions& versions,
                                       model::SourceId source,
                                       const std::string& bytes) {
  TRY_ASSIGN(const std::string stored, versions.notes(source));
  const auto known = detect::parse_notes(stored);
  auto notes = detect::parse_notes(bytes);
  // Those of the thesis, and of data documents: nothing is said of them.
  if (stored.empty() || !known.ok() || !notes.ok()) return bytes;
  notes->keep_said(*known);
  return detect::to_bytes(*notes);
}

// Its new version, and what was learned of its noise.
Result<void> write_document(Batch& batch, const VisitReport& report,
                            const model::ChangeCounters& changes) {
  const model::DocumentFindings* const found = model::document_of(report.findings);
  if (found == nullptr) return {};
  store::Versions& versions = batch.store().versions();
  if (found->notes) {
    TRY_ASSIGN(const std::string notes,
               with_what_was_said(versions, report.source, *found->notes));
    TRY(versions.save_notes(report.source, notes));
  }
  if (!found->version) return {};
  model::Version version = *found->version;
  version.source = report.source;
  version.counters = changes;
  return versions.add(version);
}

// Of a visit that was made twice, or whose source is gone: the record that it kept.
Result<void> drop_unused(Batch& batch, const VisitReport& report) {
  const model::DocumentFindings* const found = model::document_of(report.findings);
  if (found == nullptr || !found->version) return {};
  return batch.store().versions().drop_unused({report.source, {}},
                                              found->version->place);
}

// The source, if there is something to write: its visit is not recorded yet, and its
// user has not removed it meanwhile.
SourceStanding* begin_report(Batch& batch, const VisitReport& report) {
  SourceStanding* const source = batch.find_visited(report.source);
  if (!source) return nullptr;
  if (batch.is_first_report(report.id)) {
    source->is_judged = true;
    return source;
  }
  // It is due when its row says so, not when this controller remembers.
  if (!source->is_judged) {
    source->verdict.plan = batch.planners().to_plan(planned(source->row));
  }
  return nullptr;
}

}  // namespace

Result<void> write_source_report(Batch& batch, PreparedReport& prepared,
                                 const std::optional<model::PageJudgement>& judgement) {
  const VisitReport& report = prepared.reported.report;
  SourceStanding* const source = begin_report(batch, report);
  if (!source) return drop_unused(batch, report);
  TRY_ASSIGN(const NewItems items, add_articles(batch, prepared, source->row.source));
  TRY(note_hub(batch, report, items, source->row.schedule.last_visit));
  TRY(learn(batch, report, items, *source));
  const model::ChangeCounters& changes = source->row.schedule.changes;
  store::Visits::Learned learned{.new_articles = items.count,
                                 .kinds = kinds_of(report)};
  if (model::is_content_watched(source->row.source)) learned.changes = changes;
  if (const auto& median = source->verdict.median) {
    learned.median_milli = std::llround(*median * 1000);
  }
  TRY(batch.store().visits().record(report, prepared.headers, learned));
  TRY(write_document(batch, report, changes));
  batch.add_judgement(report.source, judgement);
  source->is_stopped |= prepared.reported.is_deadly;
  note_feed_head(report, *source);
  TRY(note_address(batch, report, *source));
  note_state(batch, report, *source);
  return {};
}

// A page that names its feed: the feed is what its user means, and is visited next.
Result<void> write_named_feed(Batch& batch, PreparedReport& prepared,
                              const std::string& feed) {
  const VisitReport& report = prepared.reported.report;
  SourceStanding* const source = begin_report(batch, report);
  if (!source) return {};
  TRY(batch.store().visits().record(report, prepared.headers, {}));
  note_ending(report, batch.now(), source->row.schedule);
  TRY_ASSIGN(const bool is_followed, follow_named_feed(batch, report, feed, *source));
  if (!is_followed) {
    // Nothing comes of it: it is visited ever more rarely, like one that fails.
    TRY(learn(batch, report, {}, *source));
    TRY(note_duplicate_feed(batch, feed, *source));
  }
  note_state(batch, report, *source);
  return {};
}

}  // namespace curlew::control
