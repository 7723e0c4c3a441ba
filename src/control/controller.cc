#include "control/controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "base/log.h"
#include "control/crawl/crawl.h"
#include "control/find_wanted.h"
#include "control/measures.h"
#include "control/order_settings.h"
#include "control/subjects.h"
#include "model/visit_failure.h"
#include "model/visit_wire.h"
#include "url/url.h"

namespace curlew::control {
namespace {

constexpr std::size_t kBeatsAtATime = 500;
// A pull goes beyond the batch by so much at most.
constexpr Bytes kReportBytesAtATime = 16_MiB;
constexpr std::size_t kPagesAtATime = 500;
constexpr std::size_t kOrdersAtATime = 500;
constexpr std::size_t kSourcesAtATime = 10'000;
// Pages in line; the store has the others. Those of one owner are bounded apart: ten
// thousand pages of a slow host must leave room for everybody else's.
constexpr std::size_t kMostPagesInLine = 50'000;
constexpr std::size_t kMostPagesOfOwner = 1'000;
// And those of one source: its feed may name ten thousand hosts.
constexpr std::size_t kMostPagesOfSource = 1'000;
// A page that is there already stands in line only where hardly anybody else does.
constexpr std::size_t kMostBeforeRevisit = 20;

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
                       store::Store& store, broker::Broker& broker, const Clock& clock,
                       Random random)
    : options_(std::move(options)),
      store_(store),
      broker_(broker),
      clock_(clock),
      planners_(options_.planners, std::move(make_policy), random),
      rows_(store),
      watching_({analyzer_, options_.thesauri}, store),
      topics_(analyzer_, store),
      crawl_(std::make_unique<Crawl>(options_.crawl, options_.politeness, analyzer_,
                                     store, clock)),
      ledger_(options_.ledger, store, rows_, planners_, clock),
      dispatch_(options_.dispatch),
      terminals_(options_.terminal_silence),
      reports_room_(options_.memory, MemoryBudget::Use::kUnstored, 0) {}

Controller::~Controller() = default;

Result<void> Controller::load() {
  TRY_ASSIGN(const auto populations, store_.schedule().populations());
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
  TRY(plan_revisits());
  TRY(plan_crawl());
  TRY(plan_visits());
  auto sent = send_orders();
  measure();
  return sent;
}

void Controller::measure() {
  if (options_.metrics == nullptr) return;
  measure_queues(*options_.metrics, {.orders_waiting = dispatch_.waiting(),
                                     .orders_out = dispatch_.out(),
                                     .reports_waiting = reports_.size(),
                                     .terminals = terminals_.size()});
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
    if (beat.ok()) {
      terminals_.heard(*beat, clock_.steady());
    } else if (refused_beat_ != beat.error().text) {
      // Once, however often it beats.
      refused_beat_ = beat.error().text;
      log_warning("controller: a terminal is not heard: {}", refused_beat_);
    }
  }
  (void)broker_.ack(kBeats, tokens).ok();
  for (const std::string& silent : terminals_.take_silent(clock_.steady())) {
    log_about(LogLevel::kWarning, {{"terminal", silent}},
              "terminal {} has fallen silent; its hosts move to the others", silent);
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
  auto deliveries = broker_.pull(subject, room, max_wait, kReportBytesAtATime);
  if (!deliveries.ok() || deliveries->empty()) return;
  std::vector<std::uint64_t> done;
  for (broker::Delivery& each : *deliveries) {
    // Here it is held twice, decoded and as it came: one at a time.
    const broker::Delivery delivery = std::move(each);
    const bool is_kept = take_report(subject, delivery.payload);
    (is_kept ? unacknowledged_[subject] : done).push_back(delivery.token);
  }
  (void)broker_.ack(subject, done).ok();
}

bool Controller::take_report(std::string_view subject, const std::string& payload) {
  auto report = decoded(payload);
  if (!report.ok()) {
    log_warning("controller: {}", report.error().text);
    auto failure = model::decode_failure(payload, report.error().text);
    if (!failure) return false;  // Its order is sent again when its lease ends.
    report = *std::move(failure);
  }
  if (report->is_given_back) {
    dispatch_.give_back(report->id, report->address, clock_.steady());
    return false;
  }
  // What was found is lost, and with it perhaps what kind of visit it was: the order
  // says so.
  const model::VisitOrder* const order = dispatch_.find_order(report->id);
  if (report->is_lost && order) report->findings = model::nothing_found(order->task);
  Reported reported;
  const auto page = pages_.find(model::article_of(report->findings));
  if (page != pages_.end()) {
    reported.page_tries = page->second.tries;
    reported.page_found = page->second.found;
  }
  reported.is_lost = report->is_lost;
  reported.is_deadly = subject == kDeadlyVisits;
  reported.report = std::move(report).value();
  reports_.push_back(prepare(std::move(reported)));
  reports_bytes_ += payload.size();
  reports_room_.resize(reports_bytes_);
  return true;
}

Result<void> Controller::commit_reports() {
  if (reports_.empty()) return {};
  const SteadyTime now = clock_.steady();
  // A store in trouble is left alone for a while, and nobody is told that it is well.
  if (commit_error_ && now < retry_at_) return Error(*commit_error_);
  if (!is_batch_full() && now < commit_at_) return {};
  const auto committed = commit_batch();
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
  if (options_.metrics != nullptr) {
    count_committed(*options_.metrics, reports_, *committed, clock_.now());
  }
  send_receipts();
  reports_.clear();
  // Now their work is safe.
  for (const auto& [subject, tokens] : std::exchange(unacknowledged_, {})) {
    (void)broker_.ack(subject, tokens).ok();
  }
  reports_bytes_ = 0;
  reports_room_.resize(0);
  return {};
}

Result<Committed> Controller::commit_batch() {
  TRY(crawl_->look_at(reports_));
  TRY(find_wanted(reports_, options_.ledger, watching_, topics_, store_));
  return ledger_.commit(reports_, populations_to_save());
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
  for (const PreparedReport& prepared : reports_) {
    const Reported& reported = prepared.reported;
    dispatch_.learn_address(reported.report.id, reported.report.address);
    dispatch_.finish(reported.report.id, clock_.steady());
    no_longer_under_way(reported.report.source,
                        model::article_of(reported.report.findings));
  }
  crawl_->committed();
  more_pages_ |= committed.wants_pages;
  if (committed.has_deliveries && options_.on_deliveries) options_.on_deliveries();
}

void Controller::no_longer_under_way(model::SourceId source, model::ArticleId article) {
  if (article) {
    pages_.erase(article);
  } else {
    visiting_.erase(source);
  }
}

void Controller::send_receipts() {
  for (const PreparedReport& prepared : reports_) {
    const Reported& reported = prepared.reported;
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
               store_.schedule().changes_since(revision_, kSourcesAtATime));
    for (const model::SourceId removed : changes.removed) planners_.forget(removed);
    for (const store::PlannedSource& changed : changes.changed) watch(changed);
    if (revision_ != changes.revision) {
      log_debug("controller: {} sources are new or changed, {} removed",
                changes.changed.size(), changes.removed.size());
    }
    revision_ = changes.revision;
    has_more = changes.has_more;
  }
  return crawl_->follow_changes();
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
    planners_.watch(subject, source.aim, plan);
  } else {
    planners_.watch(subject, source.aim, planners_.plan_anew(source, clock_.now()));
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
  const auto addresses = store_.schedule().addresses(due);
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
    revisits_after_ = Time();
  }
  if (!more_pages_ || pages_.size() >= kMostPagesInLine) return {};
  TRY_ASSIGN(const auto wanted,
             store_.pages().wanted(clock_.now(), pages_after_, kPagesAtATime));
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
    order.source = page.source;
    order.url = page.url;
    order.task = model::ArticlePageTask{.article = page.article};
    dispatch_.add(std::move(to), std::move(order), clock_.steady());
  }
  return {};
}

Result<void> Controller::plan_revisits() {
  if (!options_.ledger.revisit_pages || !revisits_after_ || more_pages_ ||
      pages_.size() >= kMostPagesInLine) {
    return {};
  }
  TRY_ASSIGN(const auto due,
             store_.revisits().due(*revisits_after_, clock_.now(), kPagesAtATime));
  revisits_after_ = due.size() == kPagesAtATime ? std::optional(due.back().revisit.due)
                                                : std::nullopt;
  for (const store::DueRevisit& page : due) {
    Destination to = destination_of(page.url, options_.politeness);
    if (dispatch_.pages_for(to.owner) >= kMostBeforeRevisit ||
        !pages_.emplace(page.article, PageInLine{}).second) {
      continue;
    }
    model::VisitOrder order;
    order.id = next_visit_id();
    order.source = page.source;
    order.url = page.url;
    order.task = model::ArticlePageTask{.article = page.article,
                                        .reading = {},
                                        .revisit = page.revisit.validators,
                                        .likeness = page.revisit.likeness};
    dispatch_.add(std::move(to), std::move(order), clock_.steady());
  }
  return {};
}

Result<void> Controller::plan_crawl() {
  // A store that cannot be written to must not be followed by more visits.
  if (is_batch_full() || (options_.memory != nullptr && options_.memory->is_full())) {
    return {};
  }
  TRY_ASSIGN(auto pages, crawl_->plan());
  for (CrawlOrderedPage& page : pages) {
    model::VisitOrder order;
    order.id = next_visit_id();
    order.source = page.topic;
    order.url = page.url;
    order.task = std::move(page.task);
    dispatch_.add(destination_of(page.url, options_.politeness), std::move(order),
                  clock_.steady());
  }
  return {};
}

Result<void> Controller::send_orders() {
  if (options_.memory != nullptr && options_.memory->is_full()) return {};
  std::vector<Dispatch::Ready> ready;
  while (ready.size() < kOrdersAtATime) {
    auto next = dispatch_.next(clock_.steady());
    if (!next) break;
    ready.push_back(*std::move(next));
  }
  if (ready.empty()) return {};
  auto settings = OrderSettings::of(ready, store_, rows_);
  bool is_blocked = !settings.ok();
  for (Dispatch::Ready& each : ready) {
    if (!is_blocked && !settings->fill_in(each.order)) {
      forget(each);
      continue;
    }
    is_blocked = is_blocked || !send(each);
    if (is_blocked) dispatch_.put_back(std::move(each), clock_.steady());
  }
  if (!settings.ok()) return Error(settings.error());
  std::move(*settings).hold(rows_);
  return {};
}

void Controller::forget(const Dispatch::Ready& ready) {
  if (const auto page = model::crawl_page_of(ready.order.task)) crawl_->give_back(page);
  no_longer_under_way(ready.order.source, model::article_of(ready.order.task));
  dispatch_.drop(ready, clock_.steady());
}

bool Controller::send(Dispatch::Ready& ready) {
  auto terminal = terminals_.terminal_for(ready.to.owner);
  if (!terminal) return false;
  if (!broker_.publish(orders_for(*terminal), model::encode(ready.order)).ok()) {
    return false;
  }
  log_about(LogLevel::kDebug,
            {{"terminal", *terminal},
             {"source", std::to_string(ready.order.source.value)},
             {"visit", std::to_string(ready.order.id.value)},
             {"url", ready.order.url}},
            "controller: {} visits {} of source {}: {}", *terminal,
            to_string(model::kind_of(ready.order.task)), ready.order.source.value,
            ready.order.url);
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
