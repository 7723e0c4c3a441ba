// The figures of a process, for /metrics: what its parts counted, and what is looked up
// when somebody asks, in the database, on the disk and at the system (docs/metrics.md).

#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "apps/config/config.h"
#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/metrics.h"
#include "base/result.h"
#include "base/time.h"
#include "http/server.h"
#include "store/store.h"

namespace curlew::apps {

// Thread-safe.
class Measurements {
 public:
  enum class Of {
    // With the controller's, the publisher's and the database's.
    kController,
    // With what every process has.
    kTerminal,
  };
  // Both outlive it.
  Measurements(const Config& config, Of of, const Clock& clock,
               const MemoryBudget& memory);

  // For those who count.
  Metrics& metrics() { return metrics_; }
  // An answer of the web endpoint: see http::RouterOptions::on_answer.
  void count_answer(std::string_view pattern, int status, Milliseconds took);

  // All of it as of now. What costs more to look up is as of some seconds ago.
  std::string text();

 private:
  void measure_process();
  Result<void> measure_store();

  const Config config_;
  const Of of_;
  const Clock& clock_;
  const MemoryBudget& memory_;
  Metrics metrics_;
  // Guards everything below.
  std::mutex mutex_;
  std::unique_ptr<store::Store> store_;
  SteadyTime store_at_ = SteadyTime::min();
  SteadyTime archive_at_ = SteadyTime::min();
};

// /metrics, /healthz and /readyz at [metrics] address and port.
Result<std::unique_ptr<http::Server>> start_figures_server(
    const Config& config, api::OperationOptions operation);

}  // namespace curlew::apps
