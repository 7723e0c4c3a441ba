// Packs and thins the archives on a thread of its own, with its own connection to the
// store: packing takes processor time, and nobody waits for it.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/result.h"
#include "control/archive_keeping.h"
#include "store/store.h"

namespace curlew::apps {

class ArchiveThread {
 public:
  // `archives`, open to write, and `clock` outlive it. `epoch` is that of the
  // controller; it ends when a later one has begun.
  static Result<std::unique_ptr<ArchiveThread>> start(const Config& config,
                                                      std::int64_t epoch,
                                                      control::Archives& archives,
                                                      const Clock& clock);
  ~ArchiveThread();

 private:
  ArchiveThread(control::ArchiveKeepingOptions options, std::int64_t epoch,
                std::unique_ptr<store::Store> store, control::Archives& archives,
                const Clock& clock);
  void run();

  const std::int64_t epoch_;
  std::atomic<bool> stopping_ = false;
  const std::unique_ptr<store::Store> store_;
  control::ArchiveKeeping keeping_;
  std::thread thread_;
};

}  // namespace curlew::apps
