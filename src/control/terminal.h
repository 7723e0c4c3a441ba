// Carries out visit orders: fetches, sees by itself whether anything is new, reports.
//
// It remembers what a visit showed only when the controller has committed the report: a
// terminal that remembers what nobody stored would never report it again. Orders that
// it holds when it dies are sent again, to it or to another.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/time.h"
#include "broker/broker.h"
#include "fetch/fetcher.h"
#include "model/visit.h"
#include "pipeline/visit.h"
#include "store/terminal_cache.h"

namespace curlew::control {

struct TerminalOptions {
  std::uint32_t capacity = 1000;  // Visits held at a time, waiting ones included.
  Milliseconds beat{5'000};
  pipeline::VisitOptions visit;  // visit.terminal is this terminal's name.
};

// Single-threaded. Everything passed in must outlive it.
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
  void begin(model::VisitOrder order);
  void conclude(const model::VisitOrder& order, const store::SourceMemory* memory,
                fetch::FetchResult result);
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

  std::unordered_set<model::VisitId> under_way_;
  std::deque<std::string> unsent_;
  // What to remember of a source when its report is committed. Only the newest counts.
  std::unordered_map<model::VisitId, std::pair<model::SourceId, store::SourceMemory>>
      unconfirmed_;
  std::deque<model::VisitId> unconfirmed_order_;
  SteadyTime next_beat_ = SteadyTime::min();
};

}  // namespace curlew::control
