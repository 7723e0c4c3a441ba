#include "control/controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "base/log.h"
#include "control/own_origin.h"
#include "control/page_averages.h"
#include "control/subjects.h"
#include "model/visit_failure.h"
#include "model/visit_wire.h"
#include "url/url.h"

namespace curlew::control {
namespace {

using model::SourceState;

constexpr std::size_t kBeatsAtATime = 500;
// The broker keeps a copy of what it has handed out until it is acknowledged: pages are
// taken a few at a time.
constexpr Bytes kReportBytesAtATime = 16_MiB;
constexpr std::size_t kPagesAtATime = 500;
constexpr std::size_t kSourcesAtATime = 10'000;
// Pages in line; the store has the others. Those of one owner are bounded apart: ten
// thousand pages of a slow host must leave room for everybody else's.
constexpr std::size_t kMostPagesInLine = 50'000;
constexpr std::size_t kMostPagesOfOwner = 1'000;
// And those of one source: its feed may name ten thousand hosts.
constexpr std::size_t kMostPagesOfSource = 1'000;

// The pages of articles are wanted even where their source is gone.
bool are_pages_wanted(SourceState state) {
  return state != SourceState::kPaused && state != SourceState::kStopped;
}

// Whose politeness an address shares. An address that does not parse is its own owner;
// its visit will say what is wrong with it.
Destination destination_of(const std::string& address,
                           const fetch::Politeness& politeness) {
  const auto parsed = url::parse_url(address);
  if (!parsed.ok()) return {address, address};
  return {fetch::owner_of(parsed->host(), politeness), std::string(parsed->host())};
}

// Decoding may run out of memory.
Result<model::VisitReport> decoded(const std::string& payload) {
  try {
    return model::decode_report(payload);
  } catch (const std::exception& error) {
    return Error{ErrorKind::kLimit, fmt::format("visit report of {} bytes: {}",
                                                payload.size(), error.what())};
  }
}

}  // namespace

Controller::Controller(ControllerOptions options, MakePolicy make_policy,
                       store::CentralStore& store, broker::Broker& broker,
                       const Clock& clock, Random random)
    : options_(options),
      store_(store),
      broker_(broker),
      clock_(clock),
      planners_(options.planners, std::move(make_policy), random),
      ledger_(options.ledger, store, planners_, clock),
      dispatch_(options.dispatch),
      terminals_(options.terminal_silence),
      reports_room_(options.memory, MemoryBudget::Use::kUnstored, 0) {}

Result<void> Controller::load() {
  TRY_ASSIGN(const auto populations, store_.populations());
  planners_.restore(populations);
  return follow_changes();
}

Result<void> Controller::step(Milliseconds max_wait) {
  hear_beats();
  dispatch_.take_back_expired(clock_.steady());
  dispatch_.set_capacity(terminals_.capacity());
  take_reports(max_wait);
  TRY(commit_reports());
  TRY(follow_changes());
  TRY(plan_pages());
  TRY(plan_visits());
  return send_orders();
}

Result<void> Controller::finish() {
  for (std::size_t before = ~std::size_t{0}; before != reports_.size();) {
    before = reports_.size();
    take_reports(Milliseconds(0));
  }
  commit_at_ = retry_at_ = save_population_at_ = SteadyTime::min();
  TRY(commit_reports());
  if (planners_.size() == 0) return {};
  TRY(ledger_.commit({}, planners_.populations(clock_.now())));
  return {};
}

bool Controller::is_idle() const {
  return reports_.empty() && dispatch_.out() == 0 && dispatch_.waiting() == 0;
}

void Controller::hear_beats() {
  const auto deliveries = broker_.pull(kBeats, kBeatsAtATime, {});
  if (!deliveries.ok()) return;
  std::vector<std::uint64_t> tokens;
  for (const broker::Delivery& delivery : *deliveries) {
    tokens.push_back(delivery.token);
    const auto beat = model::decode_beat(delivery.payload);
    if (beat.ok()) terminals_.heard(*beat, clock_.steady());
  }
  (void)broker_.ack(kBeats, tokens).ok();
  for (const std::string& silent : terminals_.take_silent(clock_.steady())) {
    log_warning("terminal {} has fallen silent; its hosts move to the others", silent);
    dispatch_.take_back_from(silent, clock_.steady());
  }
}

bool Controller::is_batch_full() const {
  return reports_.size() >= options_.batch_reports ||
         reports_bytes_ >= options_.batch_bytes;
}

void Controller::take_reports(Milliseconds max_wait) {
  const bool none = reports_.empty();
  take_reports_from(kDeadlyVisits, Milliseconds(0));
  take_reports_from(kReports, max_wait);
  if (none) commit_at_ = clock_.steady() + options_.batch_wait;
}

void Controller::take_reports_from(std::string_view subject, Milliseconds max_wait) {
  if (is_batch_full()) return;
  const std::size_t room = options_.batch_reports - reports_.size();
  const auto deliveries = broker_.pull(subject, room, max_wait, kReportBytesAtATime);
  if (!deliveries.ok() || deliveries->empty()) return;
  std::vector<std::uint64_t> tokens;
  for (const broker::Delivery& delivery : *deliveries) {
    tokens.push_back(delivery.token);
    take_report(subject, delivery.payload);
  }
  // At once: reports lost with this controller are of visits that will be made again,
  // since terminals remember nothing before they get a receipt.
  (void)broker_.ack(subject, tokens).ok();
}

void Controller::take_report(std::string_view subject, const std::string& payload) {
  auto report = decoded(payload);
  if (!report.ok()) {
    log_warning("controller: {}", report.error().text);
    auto failure = model::decode_failure(payload, report.error().text);
    if (!failure) return;  // Its order is sent again when its lease ends.
    report = *std::move(failure);
  }
  if (report->is_given_back) {
    return dispatch_.give_back(report->id, report->address, clock_.steady());
  }
  reports_bytes_ += payload.size();
  reports_room_.resize(reports_bytes_);
  const auto page = pages_.find(report->article);
  Reported& reported = reports_.emplace_back();
  if (page != pages_.end()) {
    reported.page_tries = page->second.tries;
    reported.page_found = page->second.found;
  }
  reported.is_lost = report->is_lost;
  reported.is_set_aside = subject == kDeadlyVisits;
  reported.report = std::move(report).value();
}

Result<void> Controller::commit_reports() {
  if (reports_.empty()) return {};
  const SteadyTime now = clock_.steady();
  // A store in trouble is left alone for a while, and nobody is told that it is well.
  if (commit_error_ && now < retry_at_) return Error(*commit_error_);
  if (!is_batch_full() && now < commit_at_) return {};
  const auto committed = ledger_.commit(reports_, populations_to_save());
  if (!committed.ok()) {
    retry_at_ = now + options_.retry_commit;
    commit_error_ =
        Error(committed.error()).within("controller: reports are not stored yet");
    return Error(*commit_error_);
  }
  commit_error_.reset();
  if (now >= save_population_at_) save_population_at_ = now + options_.save_population;
  log_debug("controller: {} reports stored, {} new articles", reports_.size(),
            committed->new_articles);
  apply(*committed);
  for (const std::size_t place : committed->refused) reports_[place].is_lost = true;
  send_receipts();
  reports_.clear();
  reports_bytes_ = 0;
  reports_room_.resize(0);
  return {};
}

std::vector<store::Population> Controller::populations_to_save() {
  if (clock_.steady() < save_population_at_) return {};
  return planners_.populations(clock_.now());
}

void Controller::apply(const Committed& committed) {
  for (const Committed::Source& source : committed.sources) {
    planners_.settle(source.id, source.verdict);
    if (!is_visited(source.state)) planners_.forget(source.id);
    if (source.asked) asked_.insert(source.id);
  }
  for (const Reported& reported : reports_) {
    dispatch_.learn_address(reported.report.id, reported.report.address);
    dispatch_.finish(reported.report.id, clock_.steady());
    if (reported.report.kind == model::VisitKind::kSource) {
      visiting_.erase(reported.report.source);
    } else {
      pages_.erase(reported.report.article);
    }
  }
  more_pages_ |= committed.wants_pages;
}

void Controller::send_receipts() {
  for (const Reported& reported : reports_) {
    if (reported.is_lost) continue;
    const model::VisitReceipt receipt{reported.report.id};
    // A lost receipt costs the terminal a full answer at the next visit, no more.
    (void)broker_
        .publish(receipts_for(reported.report.terminal), model::encode(receipt))
        .ok();
  }
}

Result<void> Controller::follow_changes() {
  if (clock_.steady() < changes_at_) return {};
  changes_at_ = clock_.steady() + options_.look_for_changes;
  for (bool has_more = true; has_more;) {
    TRY_ASSIGN(const store::SourceChanges changes,
               store_.changes_since(revision_, kSourcesAtATime));
    for (const model::SourceId removed : changes.removed) planners_.forget(removed);
    for (const store::PlannedSource& changed : changes.changed) watch(changed);
    if (revision_ != changes.revision) {
      log_debug("controller: {} sources are new or changed, {} removed",
                changes.changed.size(), changes.removed.size());
    }
    revision_ = changes.revision;
    has_more = changes.has_more;
  }
  return {};
}

void Controller::watch(const store::PlannedSource& source) {
  const schedule::Subject subject{source.id, source.url};
  // Of one under way the ledger knows whether its visit began too early.
  if (source.asked && !visiting_.contains(source.id)) asked_.insert(source.id);
  if (!is_visited(source.state)) {
    planners_.forget(source.id);
  } else if (const auto known = planners_.find(source.id)) {
    // Only its user's wishes and its subscribers can be news: what visits showed is
    // written by us alone. Of one under way they are read when its visit is reported.
    if (visiting_.contains(source.id)) return;
    schedule::Plan plan = *known;
    plan.own = source.wishes;
    plan.weight = planners_.weight_of(source.audience);
    plan.due = schedule::out_of_quiet(plan.due, plan.own.quiet);
    planners_.watch(subject, source.objective, plan);
  } else {
    planners_.watch(subject, source.objective,
                    planners_.plan_anew(source, clock_.now()));
  }
}

std::vector<model::SourceId> Controller::take_asked() {
  std::vector<model::SourceId> taken;
  for (const model::SourceId source : std::exchange(asked_, {})) {
    if (planners_.take(source)) taken.push_back(source);
  }
  return taken;
}

Result<void> Controller::plan_visits() {
  // A store that cannot be written to must not be followed by more visits.
  if (is_batch_full()) return {};
  // However many are in line already: most of those may wait for one slow host, and a
  // source stands in line only once.
  const auto asked = take_asked();
  auto due = planners_.take_due(clock_.now(), terminals_.capacity());
  due.insert(due.end(), asked.begin(), asked.end());
  const auto addresses = store_.addresses_of(due);
  if (!addresses.ok()) {
    asked_.insert(asked.begin(), asked.end());
    for (const model::SourceId source : due) planners_.put_back(source);
    return Error(addresses.error());
  }
  for (const store::SourceAddress& source : *addresses) {
    if (!visiting_.insert(source.id).second) continue;
    model::VisitOrder order;
    order.id = next_visit_id();
    order.source = source.id;
    dispatch_.add(destination_of(source.url, options_.politeness), std::move(order),
                  clock_.steady());
  }
  return {};
}

Result<void> Controller::plan_pages() {
  if (clock_.steady() >= pages_at_) {
    // From the start again: pages that failed may be tried once more by now.
    pages_at_ = clock_.steady() + options_.look_for_pages;
    pages_after_ = {};
    more_pages_ = true;
  }
  if (!more_pages_ || pages_.size() >= kMostPagesInLine) return {};
  TRY_ASSIGN(const auto wanted,
             store_.wanted_pages(clock_.now(), pages_after_, kPagesAtATime));
  more_pages_ = wanted.size() == kPagesAtATime;
  for (const store::WantedPage& page : wanted) {
    pages_after_ = std::max(pages_after_, page.article);
    Destination to = destination_of(page.url, options_.politeness);
    if (dispatch_.pages_for(to.owner) >= kMostPagesOfOwner ||
        dispatch_.pages_of(page.source) >= kMostPagesOfSource ||
        !pages_.emplace(page.article, PageInLine{page.tries, page.found}).second) {
      continue;
    }
    model::VisitOrder order;
    order.id = next_visit_id();
    order.kind = model::VisitKind::kArticlePage;
    order.source = page.source;
    order.article = page.article;
    order.url = page.url;
    dispatch_.add(std::move(to), std::move(order), clock_.steady());
  }
  return {};
}

Result<void> Controller::send_orders() {
  if (options_.memory != nullptr && options_.memory->is_full()) return {};
  std::unique_ptr<store::Snapshot> snapshot;
  while (auto ready = dispatch_.next(clock_.steady())) {
    const auto is_wanted = fill_in(ready->order, snapshot);
    if (!is_wanted.ok()) {
      dispatch_.put_back(std::move(*ready), clock_.steady());
      return Error(is_wanted.error());
    }
    if (!*is_wanted) {
      forget(*ready);
    } else if (!send(*ready)) {
      dispatch_.put_back(std::move(*ready), clock_.steady());
      return {};
    }
  }
  return {};
}

Result<bool> Controller::fill_in(model::VisitOrder& order,
                                 std::unique_ptr<store::Snapshot>& snapshot) {
  if (!snapshot) {
    TRY_ASSIGN(snapshot, store_.take_snapshot());
  }
  TRY_ASSIGN(auto settings, store_.visit_settings_of(order.source));
  if (!settings) return false;
  const bool is_source = order.kind == model::VisitKind::kSource;
  if (is_source) {
    if (!is_visited(settings->state)) return false;
    order.source_kind = settings->kind;
    order.url = std::move(settings->url);
    order.request = std::move(settings->request);
    order.stored_until = settings->last_success;
  } else {
    if (!are_pages_wanted(settings->state)) return false;
    order.request =
        settings_towards(order.url, std::move(settings->request), settings->url);
  }
  order.rendering = settings->rendering;
  order.rules = std::move(settings->rules);
  if (!is_source || order.source_kind != model::SourceKind::kFeed) {
    TRY_ASSIGN(order.averages, averages_of(store_, order.source));
  }
  return true;
}

void Controller::forget(const Dispatch::Ready& ready) {
  if (ready.order.kind == model::VisitKind::kSource) {
    visiting_.erase(ready.order.source);
  } else {
    pages_.erase(ready.order.article);
  }
  dispatch_.drop(ready, clock_.steady());
}

bool Controller::send(Dispatch::Ready& ready) {
  auto terminal = terminals_.terminal_for(ready.to.owner);
  if (!terminal) return false;
  if (!broker_.publish(orders_for(*terminal), model::encode(ready.order)).ok()) {
    return false;
  }
  log_debug("controller: {} visits {} of source {}: {}", *terminal,
            to_string(ready.order.kind), ready.order.source.value, ready.order.url);
  dispatch_.sent(std::move(ready), std::move(*terminal), clock_.steady());
  return true;
}

// Time-ordered, and unique over restarts without asking the database (model/ids.h).
model::VisitId Controller::next_visit_id() {
  last_visit_id_ =
      std::max(last_visit_id_ + 1, model::first_visit_id(clock_.now()).value);
  return {last_visit_id_};
}

}  // namespace curlew::control
