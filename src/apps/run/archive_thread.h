// Packs and thins archives, or brings copies of them up to date, on a thread of its
// own: it takes time, and nobody waits for it.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/result.h"
#include "control/archive_chores.h"
#include "control/archive_keeping.h"
#include "control/archives.h"
#include "control/far_copies.h"
#include "control/records.h"

namespace curlew::apps {

class ArchiveThread {
 public:
  struct Controller {
    // It ends when a later one has begun.
    std::int64_t epoch = 0;
    // Of records that lie at terminals elsewhere: see ArchiveKeepingOptions.
    std::function<Result<std::optional<bool>>(const model::KeptAt&)>
        is_referred_elsewhere = nullptr;
  };
  // Beside the controller, with a connection of its own to the store. `archives` and
  // `clock` outlive it.
  static Result<std::unique_ptr<ArchiveThread>> start(const Config& config,
                                                      Controller controller,
                                                      control::Archives& archives,
                                                      const Clock& clock);
  // In the process of a terminal, which asks what was dropped.
  static std::unique_ptr<ArchiveThread> start_at_terminal(
      const Config& config, control::Archives& archives,
      control::DroppedRecords& dropped, const Clock& clock);
  // Likewise, for the copies of its archives at other terminals.
  static std::unique_ptr<ArchiveThread> start_for_copies(
      const Config& config, const std::string& terminal, control::Archives& archives,
      const control::FarCopies& copies, control::AskedRecords& asked,
      const Clock& clock);
  ~ArchiveThread();

 private:
  // `is_over` is asked after an error.
  ArchiveThread(std::function<Result<bool>()> step, std::function<bool()> is_over);
  void run();

  const std::function<Result<bool>()> step_;
  const std::function<bool()> is_over_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace curlew::apps
