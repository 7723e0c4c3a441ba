// The controller on a thread of its own, with what is done between its steps: keeping
// house, alarms, the search index, topics. It goes on when nothing can be stored, and
// says why.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "api/operation.h"
#include "apps/config/config.h"
#include "apps/run/readiness.h"
#include "base/clock.h"
#include "base/result.h"
#include "broker/broker.h"
#include "control/controller.h"
#include "control/housekeeping.h"
#include "control/index_keeping.h"
#include "control/source_alarms.h"
#include "control/terminals_answers.h"
#include "control/topic_keeping.h"
#include "store/store.h"

namespace curlew::apps {

class ControllerThread {
 public:
  struct Parts {
    store::Store& store;
    // Of this controller; a later one deposes it.
    std::int64_t epoch;
    broker::Broker& broker;
    const Clock& clock;
  };
  // All of `parts` outlive it.
  ControllerThread(const Config& config, control::ControllerOptions options,
                   control::MakePolicy make_policy, const Parts& parts);
  ~ControllerThread() { stop(); }

  // Reads what is watched. Once, before start().
  Result<void> load() { return controller_.load(); }
  void start();
  // What was reported is committed first.
  void stop();

  // Why nothing can be stored now; empty: it can. From any thread, as all below.
  std::string trouble() const;
  std::vector<api::ReadyCheck> checks() const { return readiness_.checks(); }
  control::LivingTerminals& living() { return living_; }

  // Why it ended by itself. To be asked after stop().
  Result<void> outcome() const { return outcome_; }

 private:
  void run();
  Result<void> step(bool is_in_trouble);
  void note_trouble(const std::string& error);
  std::string writing_trouble();
  bool is_deposed();
  void do_chores();

  store::Store& store_;
  const std::int64_t epoch_;
  const Clock& clock_;
  const std::function<void()> on_deliveries_;
  control::Controller controller_;
  control::Housekeeping housekeeping_;
  control::IndexKeeping index_keeping_;
  control::TopicKeeping topic_keeping_;
  control::SourceAlarms alarms_;
  control::LivingTerminals living_;
  ControllerReadiness readiness_;
  mutable std::mutex trouble_mutex_;
  std::string trouble_;
  // Of the thread.
  SteadyTime write_at_ = SteadyTime::min();
  std::string writing_trouble_;
  Result<void> outcome_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace curlew::apps
