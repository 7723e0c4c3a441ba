#include "control/terminal.h"

#include <memory>
#include <optional>

#include "base/log.h"
#include "control/subjects.h"
#include "model/visit_wire.h"

namespace curlew::control {
namespace {

constexpr std::size_t kMessagesAtATime = 500;
// A report whose receipt never comes must not be held for ever: its visit was made in
// vain or will be made again, and either way nothing is lost by forgetting it.
constexpr std::size_t kMostUnconfirmed = 20'000;

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
      clock_(clock) {}

void Terminal::step(Milliseconds max_wait) {
  beat();
  take_receipts();
  take_orders();
  send_reports();
  fetcher_.poll(unsent_.empty() ? max_wait : Milliseconds(0));
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
  auto deliveries =
      broker_.pull(orders_subject_, options_.capacity - under_way_.size(), {});
  if (!deliveries.ok()) return log_warning("{}", deliveries.error().text);
  std::vector<std::uint64_t> tokens;
  for (const broker::Delivery& delivery : *deliveries) {
    tokens.push_back(delivery.token);
    auto order = model::decode_order(delivery.payload);
    if (order.ok()) {
      begin(std::move(order).value());
    } else {
      log_warning("terminal {}: {}", options_.visit.terminal, order.error().text);
    }
  }
  // At once: an order lost with this terminal is sent again when its lease ends.
  (void)broker_.ack(orders_subject_, tokens).ok();
}

void Terminal::begin(model::VisitOrder order) {
  // An order whose lease ended while it waited here comes again: we have it.
  if (!under_way_.insert(order.id).second) return;
  std::shared_ptr<const store::SourceMemory> memory;
  if (order.kind == model::VisitKind::kSource) {
    auto found = cache_.find(order.source);
    if (!found.ok()) {
      log_warning("terminal {}: {}", options_.visit.terminal, found.error().text);
    } else if (*found && (*found)->retrieved <= order.stored_until) {
      memory = std::make_shared<store::SourceMemory>(std::move(**found));
    }
  }
  fetch::FetchRequest request =
      pipeline::make_request(order, memory.get(), options_.visit);
  fetcher_.fetch(std::move(request),
                 [this, order = std::move(order), memory](fetch::FetchResult result) {
                   conclude(order, memory.get(), std::move(result));
                 });
}

void Terminal::conclude(const model::VisitOrder& order,
                        const store::SourceMemory* memory, fetch::FetchResult result) {
  under_way_.erase(order.id);
  pipeline::VisitEnd end =
      pipeline::conclude_visit(order, memory, std::move(result), options_.visit);
  log_debug("terminal {}: {} of source {}: {}, HTTP {}, {} bytes in {} ms, {} new{}{}",
            options_.visit.terminal, to_string(order.kind), order.source.value,
            to_string(end.report.outcome), end.report.http_status,
            end.report.wire_bytes, end.report.took.count(),
            end.report.new_entries.size(), end.report.error.empty() ? "" : ": ",
            end.report.error);
  if (end.memory) {
    unconfirmed_[order.id] = {order.source, std::move(*end.memory)};
    unconfirmed_order_.push_back(order.id);
  }
  while (unconfirmed_order_.size() > kMostUnconfirmed) {
    unconfirmed_.erase(unconfirmed_order_.front());
    unconfirmed_order_.pop_front();
  }
  unsent_.push_back(model::encode(std::move(end.report)));
}

void Terminal::send_reports() {
  while (!unsent_.empty()) {
    // A full queue is no loss: the report stays here and no more orders are taken.
    if (!broker_.publish(kReports, std::move(unsent_.front())).ok()) return;
    unsent_.pop_front();
  }
}

void Terminal::take_receipts() {
  auto deliveries = broker_.pull(receipts_subject_, kMessagesAtATime, {});
  if (!deliveries.ok() || deliveries->empty()) return;
  std::vector<std::uint64_t> tokens;
  std::vector<std::pair<model::SourceId, store::SourceMemory>> memories;
  for (const broker::Delivery& delivery : *deliveries) {
    tokens.push_back(delivery.token);
    const auto receipt = model::decode_receipt(delivery.payload);
    if (!receipt.ok()) continue;
    if (auto held = unconfirmed_.extract(receipt->id)) {
      memories.push_back(std::move(held.mapped()));
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
