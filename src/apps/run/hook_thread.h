// The hook on a thread of its own, with its own connection to the store.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/metrics.h"
#include "base/result.h"
#include "control/hook.h"
#include "store/store.h"

namespace curlew::apps {

class HookThread {
 public:
  // nullptr: none is configured. `metrics` and `clock` outlive it. It ends when a later
  // controller than that of `epoch` has begun.
  static Result<std::unique_ptr<HookThread>> start(const Config& config,
                                                   std::int64_t epoch, Metrics& metrics,
                                                   const Clock& clock);
  ~HookThread();

 private:
  HookThread(const Config& config, std::int64_t epoch,
             std::unique_ptr<store::Store> store, Metrics& metrics, const Clock& clock);
  void run();

  const std::int64_t epoch_;
  std::atomic<bool> stopping_ = false;
  std::unique_ptr<store::Store> store_;
  control::Hook hook_;
  std::thread thread_;
};

}  // namespace curlew::apps
