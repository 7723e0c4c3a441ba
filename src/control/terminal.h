// Carries out visit orders: fetches, sees by itself whether anything is new, reports.
//
// It remembers what a visit showed only when the controller has committed the report: a
// terminal that remembers what nobody stored would never report it again. Orders that
// it holds when it dies are sent again, to it or to another.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/sealing.h"
#include "base/time.h"
#include "broker/broker.h"
#include "control/context_loader.h"
#include "control/reading_pool.h"
#include "fetch/fetcher.h"
#include "model/visit.h"
#include "pipeline/visit.h"
#include "store/reading_mark.h"
#include "store/terminal_cache.h"

namespace curlew::control {

struct TerminalOptions {
  // Visits held at a time, waiting ones included.
  std::uint32_t capacity = 1000;
  Milliseconds beat{5'000};
  // That read what was fetched; 0: step() does, on its own thread.
  std::size_t reading_threads = 0;
  // Counts what is held here. When it is full, no orders are taken. Outlives the
  // terminal; nullptr: no limit.
  MemoryBudget* memory = nullptr;
  // Says what the last process died of. Outlives the terminal; nullptr: nobody knows.
  store::ReadingMark* mark = nullptr;
  // Opens the secrets in orders, each right before its request is made.
  KeyReader key = []() -> Result<SealingKey> {
    return Error{ErrorKind::kNotFound, "this terminal has no key"};
  };
  // How visits are read; visit.terminal is the name of this terminal.
  pipeline::VisitOptions visit;
};

// For one thread to call. Everything passed in must outlive it.
class Terminal {
 public:
  Terminal(TerminalOptions options, fetch::Fetcher& fetcher, broker::Broker& broker,
           store::TerminalCache& cache, const Clock& clock);

  // Does what can be done now; waits at most `max_wait` for the network.
  void step(Milliseconds max_wait);

  // Nothing held, nothing to send, nothing to remember.
  bool is_idle() const;

 private:
  void beat();
  void take_orders();
  // An order, and what names it to the broker until its report is sent.
  struct Taken {
    model::VisitOrder order;
    std::uint64_t token = 0;
  };
  // Answers an order that cannot be read.
  void refuse(const broker::Delivery& order, const Error& why);
  void begin_all(std::vector<Taken> orders);
  void begin(Taken taken, std::optional<store::SourceMemory> known);
  // Asks for the document, whose contexts are as they are now.
  void ask(Reading reading, model::RequestSettings settings);
  // Gets what it needs besides, and reads it again.
  void read_with_contexts(Reading reading);
  // Answers an order whose secrets cannot be opened.
  void send_unopened(const Taken& taken, const Error& why);
  void set_deadly_aside();
  void set_aside(const store::DeadlyVisit& deadly, model::VisitId visit,
                 std::optional<std::uint64_t> order);
  void take_readings();
  MemoryBudget::Share room_for(Bytes size) const;
  // What to remember of a source when its report is committed. Only the newest counts.
  struct Unconfirmed {
    std::pair<model::SourceId, store::SourceMemory> memory;
    MemoryBudget::Share room;
  };
  void keep_unconfirmed(const model::VisitOrder& order, store::SourceMemory memory);
  std::optional<Unconfirmed> take_unconfirmed(model::VisitId visit);
  // `order`: the one that the report answers.
  void send(std::string_view subject, std::string report,
            std::optional<std::uint64_t> order);
  void send_reports();
  void take_receipts();
  void remember(std::vector<std::pair<model::SourceId, store::SourceMemory>> memories);

  const TerminalOptions options_;
  const std::string orders_subject_;
  const std::string receipts_subject_;
  fetch::Fetcher& fetcher_;
  broker::Broker& broker_;
  store::TerminalCache& cache_;
  const Clock& clock_;

  // Visits that are held, with what names their orders to the broker.
  std::unordered_map<model::VisitId, std::uint64_t> under_way_;
  struct Unsent {
    std::string_view subject;
    std::string report;
    MemoryBudget::Share room;
    std::optional<std::uint64_t> order;
  };
  std::deque<Unsent> unsent_;
  std::unordered_map<model::VisitId, Unconfirmed> unconfirmed_;
  // The newest unconfirmed visit of each source.
  std::unordered_map<model::SourceId, model::VisitId> newest_;
  std::deque<model::VisitId> unconfirmed_order_;
  SteadyTime next_beat_ = SteadyTime::min();
  ContextLoader contexts_;
  ReadingPool readings_;
};

}  // namespace curlew::control
