#include "control/terminal.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <variant>

#include "base/log.h"
#include "base/overloaded.h"
#include "control/own_origin.h"
#include "control/subjects.h"
#include "model/visit_failure.h"
#include "model/visit_wire.h"

namespace curlew::control {
namespace {

constexpr std::size_t kReceiptsAtATime = 500;
// A report whose receipt never comes must not be held for ever: its visit was made in
// vain or will be made again, and either way nothing is lost by forgetting it.
constexpr std::size_t kMostUnconfirmed = 20'000;
// One may be chance: somebody killed the process just then.
constexpr std::uint32_t kMostDeaths = 2;

// The last good visit that the database knows of a source; nullopt: what a terminal
// remembers of it, if anything, is of no use.
std::optional<Time> stored_until(const model::VisitTask& task) {
  using Stored = std::optional<Time>;
  return std::visit(
      Overloaded{[](const model::FeedTask& feed) { return feed.stored_until; },
                 [](const model::FollowedPageTask& page) { return page.stored_until; },
                 [](const model::ArticlePageTask&) { return Stored(); },
                 [](const model::DataTask& data) { return data.stored_until; },
                 [](const model::CrawlPageTask&) { return Stored(); }},
      task);
}

// Most sources have none: their address need not be parsed for them.
Result<model::RequestSettings> opened(const model::VisitOrder& order,
                                      const KeyReader& key) {
  if (order.request == model::SealedSettings{}) return model::RequestSettings{};
  return model::open(order.request, origin_of(order.url), key);
}

}  // namespace

Terminal::Terminal(TerminalOptions options, fetch::Fetcher& fetcher,
                   broker::Broker& broker, store::TerminalCache& cache,
                   const Clock& clock)
    : options_(std::move(options)),
      orders_subject_(orders_for(options_.visit.terminal)),
      receipts_subject_(receipts_for(options_.visit.terminal)),
      fetcher_(fetcher),
      broker_(broker),
      cache_(cache),
      clock_(clock),
      contexts_({.user_agent = options_.visit.user_agent}, fetcher, clock),
      readings_({.threads = options_.reading_threads,
                 .memory = options_.memory,
                 .mark = options_.mark,
                 .visit = options_.visit,
                 .on_finished = [this] { fetcher_.wake(); }}) {
  set_deadly_aside();
}

// Before the first order is taken: what would end this process, too, is not visited.
void Terminal::set_deadly_aside() {
  if (options_.mark == nullptr) return;
  for (const store::DeadlyVisit& deadly : options_.mark->deadly()) {
    if (deadly.deaths >= kMostDeaths) set_aside(deadly, deadly.id, std::nullopt);
  }
}

void Terminal::set_aside(const store::DeadlyVisit& deadly, model::VisitId visit,
                         std::optional<std::uint64_t> order) {
  model::VisitReport report;
  report.id = visit;
  report.source = deadly.source;
  report.terminal = options_.visit.terminal;
  report.started = deadly.started;
  report.outcome = model::FetchOutcome::kUnreadable;
  report.remark = model::Remark::kDeadly;
  report.error = fmt::format("set aside: the program ended {} times while reading it",
                             deadly.deaths);
  if (deadly.article) {
    report.findings = model::ArticlePageFindings{.article = deadly.article};
  } else if (deadly.crawl_page) {
    report.findings = model::CrawlPageFindings{.id = deadly.crawl_page};
  } else {
    report.error +=
        fmt::format("; `curlew resume {}` tries again", deadly.source.value);
  }
  log_error("terminal {}: source {}: {}", options_.visit.terminal, deadly.source.value,
            report.error);
  send(kDeadlyVisits, model::encode(std::move(report)), order);
}

void Terminal::step(Milliseconds max_wait) {
  beat();
  take_receipts();
  take_orders();
  send_reports();
  fetcher_.poll(max_wait);
  take_readings();
  send_reports();
}

bool Terminal::is_idle() const {
  return under_way_.empty() && unsent_.empty() && unconfirmed_.empty();
}

void Terminal::beat() {
  if (clock_.steady() < next_beat_) return;
  next_beat_ = clock_.steady() + options_.beat;
  const model::TerminalBeat beat{options_.visit.terminal, options_.capacity};
  // A lost beat is followed by another.
  (void)broker_.publish(kBeats, model::encode(beat)).ok();
}

void Terminal::take_orders() {
  if (under_way_.size() >= options_.capacity || !unsent_.empty()) return;
  if (options_.memory != nullptr && options_.memory->is_full()) return;
  auto deliveries =
      broker_.pull(orders_subject_, options_.capacity - under_way_.size(), {});
  if (!deliveries.ok()) {
    // The broker says by itself that it is away, once.
    if (deliveries.error().kind != ErrorKind::kDisconnected) {
      log_warning("{}", deliveries.error().text);
    }
    return;
  }
  std::vector<Taken> orders;
  for (const broker::Delivery& delivery : *deliveries) {
    auto order = model::decode_order(delivery.payload);
    if (order.ok()) {
      orders.push_back({std::move(order).value(), delivery.token});
    } else {
      refuse(delivery, order.error());
    }
  }
  begin_all(std::move(orders));
}

void Terminal::refuse(const broker::Delivery& order, const Error& why) {
  log_warning("terminal {}: {}", options_.visit.terminal, why.text);
  auto refusal = model::refuse_order(order.payload, options_.visit.terminal,
                                     clock_.now(), why.text);
  if (refusal) return send(kReports, model::encode(*std::move(refusal)), order.token);
  (void)broker_.ack(orders_subject_, {{order.token}}).ok();  // Nothing can be said.
}

void Terminal::begin_all(std::vector<Taken> orders) {
  std::vector<model::SourceId> sources;
  for (const Taken& taken : orders) {
    if (stored_until(taken.order.task)) sources.push_back(taken.order.source);
  }
  std::vector<std::optional<store::SourceMemory>> memories(sources.size());
  if (auto found = cache_.find(sources); found.ok()) {
    memories = std::move(found).value();
  } else {
    log_warning("terminal {}: {}", options_.visit.terminal, found.error().text);
  }
  auto memory = memories.begin();
  for (Taken& taken : orders) {
    const bool is_known = stored_until(taken.order.task).has_value();
    begin(std::move(taken), is_known ? std::move(*memory++) : std::nullopt);
  }
}

void Terminal::begin(Taken taken, std::optional<store::SourceMemory> known) {
  auto& [order, token] = taken;
  // Its controller has not heard yet that it is set aside.
  const auto deadly = options_.mark ? options_.mark->find(order) : std::nullopt;
  if (deadly && deadly->deaths >= kMostDeaths) {
    return set_aside(*deadly, order.id, token);
  }
  auto settings = opened(order, options_.key);
  if (!settings.ok()) return send_unopened(taken, settings.error());
  // An order whose lease ended while it waited here comes again: we have it.
  if (!under_way_.emplace(order.id, token).second) {
    (void)broker_.ack(orders_subject_, {{token}}).ok();
    return;
  }
  std::shared_ptr<const store::SourceMemory> memory;
  if (known && known->retrieved <= stored_until(order.task)) {
    memory = std::make_shared<store::SourceMemory>(*std::move(known));
  }
  Reading reading;
  reading.order = std::move(taken.order);
  reading.memory = std::move(memory);
  if (!reading.memory || reading.memory->contexts.empty()) {
    return ask(std::move(reading), *std::move(settings));
  }
  // A document whose context changed must come in full, whatever its validators say.
  const ContextLoader::Wanted wanted{
      .urls = pipeline::context_addresses(reading.memory->contexts),
      .proxy = settings->proxy,
      .source = reading.order.source.value};
  contexts_.load(wanted, [this, reading = std::move(reading),
                          settings = *std::move(settings)](auto contexts) mutable {
    reading.contexts = std::move(contexts);
    ask(std::move(reading), std::move(settings));
  });
}

void Terminal::ask(Reading reading, model::RequestSettings settings) {
  reading.proxy = settings.proxy;
  fetch::FetchRequest request =
      pipeline::make_request(reading.order, std::move(settings), reading.memory.get(),
                             options_.visit, reading.contexts);
  fetcher_.fetch(std::move(request), [this, reading = std::move(reading)](
                                         fetch::FetchResult result) mutable {
    reading.result = std::move(result);
    readings_.begin(std::move(reading));
  });
}

void Terminal::read_with_contexts(Reading reading) {
  const ContextLoader::Wanted wanted{.urls = std::move(reading.needed_contexts),
                                     .proxy = reading.proxy,
                                     .source = reading.order.source.value};
  contexts_.load(wanted, [this, reading = std::move(reading)](auto contexts) mutable {
    reading.contexts.merge(contexts);
    readings_.begin(std::move(reading));
  });
}

void Terminal::send_unopened(const Taken& taken, const Error& why) {
  log_warning("terminal {}: source {}: {}", options_.visit.terminal,
              taken.order.source.value, why.text);
  send(kReports,
       model::encode(model::unopened(taken.order, options_.visit.terminal, clock_.now(),
                                     why.text)),
       taken.token);
}

void Terminal::take_readings() {
  for (Reading& reading : readings_.take_finished()) {
    if (!reading.needed_contexts.empty()) {
      read_with_contexts(std::move(reading));
      continue;
    }
    const auto taken = under_way_.extract(reading.order.id);
    if (reading.new_memory) {
      keep_unconfirmed(reading.order, std::move(*reading.new_memory));
    }
    send(kReports, std::move(reading.message),
         taken ? std::optional(taken.mapped()) : std::nullopt);
  }
}

void Terminal::keep_unconfirmed(const model::VisitOrder& order,
                                store::SourceMemory memory) {
  // An earlier one whose receipt never came, as it could not be stored, is void now.
  const auto [newest, is_first] = newest_.try_emplace(order.source, order.id);
  if (!is_first) unconfirmed_.erase(std::exchange(newest->second, order.id));
  const Bytes size = (memory.entry_keys.size() + memory.entry_likenesses.size()) *
                     sizeof(std::uint64_t);
  unconfirmed_[order.id] = {{order.source, std::move(memory)}, room_for(size)};
  unconfirmed_order_.push_back(order.id);
  while (unconfirmed_order_.size() > kMostUnconfirmed) {
    take_unconfirmed(unconfirmed_order_.front());
    unconfirmed_order_.pop_front();
  }
}

std::optional<Terminal::Unconfirmed> Terminal::take_unconfirmed(model::VisitId visit) {
  auto held = unconfirmed_.extract(visit);
  if (!held) return std::nullopt;
  newest_.erase(held.mapped().memory.first);
  return std::move(held.mapped());
}

void Terminal::send(std::string_view subject, std::string report,
                    std::optional<std::uint64_t> order) {
  const Bytes size = report.size();
  unsent_.push_back({subject, std::move(report), room_for(size), order});
}

MemoryBudget::Share Terminal::room_for(Bytes size) const {
  return {options_.memory, MemoryBudget::Use::kUnstored, size};
}

void Terminal::send_reports() {
  while (!unsent_.empty()) {
    // A full queue loses nothing: the report stays here and no more orders are taken.
    Unsent& next = unsent_.front();
    if (!broker_.publish(next.subject, std::move(next.report)).ok()) return;
    // Now the report is with the broker, and the order is answered.
    if (next.order) (void)broker_.ack(orders_subject_, {{*next.order}}).ok();
    unsent_.pop_front();
  }
}

void Terminal::take_receipts() {
  auto deliveries = broker_.pull(receipts_subject_, kReceiptsAtATime, {});
  if (!deliveries.ok() || deliveries->empty()) return;
  std::vector<std::uint64_t> tokens;
  std::vector<std::pair<model::SourceId, store::SourceMemory>> memories;
  for (const broker::Delivery& delivery : *deliveries) {
    tokens.push_back(delivery.token);
    const auto receipt = model::decode_receipt(delivery.payload);
    if (!receipt.ok()) continue;
    if (options_.mark != nullptr) options_.mark->forget(receipt->id);
    if (auto held = take_unconfirmed(receipt->id)) {
      memories.push_back(std::move(held->memory));
    }
  }
  while (!unconfirmed_order_.empty() &&
         !unconfirmed_.contains(unconfirmed_order_.front())) {
    unconfirmed_order_.pop_front();
  }
  remember(std::move(memories));
  (void)broker_.ack(receipts_subject_, tokens).ok();
}

void Terminal::remember(
    std::vector<std::pair<model::SourceId, store::SourceMemory>> memories) {
  if (memories.empty()) return;
  const auto saved = cache_.save(memories);
  // Not remembering costs a full answer next time, and loses nothing.
  if (!saved.ok()) {
    log_warning("terminal {}: {}", options_.visit.terminal, saved.error().text);
  }
}

}  // namespace curlew::control
