// Whether a process can do its work now, and if not, why: what /readyz tells. It says
// what was seen to work, not what is hoped: that the database can be written to, that
// the planner comes round, that there is room on the disk, that the broker answers and
// terminals are there.

#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "api/operation.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::apps {

// "disk": can the folder be written to, and is there room for a batch of reports and
// their pages?
api::ReadyCheck check_disk(const std::string& folder);
api::ReadyCheck to_check(std::string name, const Result<void>& checked);

// What the controller's thread saw last. Thread-safe.
class ControllerReadiness {
 public:
  // `clock` outlives it.
  explicit ControllerReadiness(const Clock& clock) : clock_(clock) {}

  // It came round. `trouble`: why nothing can be stored; empty: it can.
  void came_round(std::string trouble, std::size_t terminals);
  // "store", "planner", "terminals".
  std::vector<api::ReadyCheck> checks() const;

 private:
  const Clock& clock_;
  mutable std::mutex mutex_;
  bool has_come_round_ = false;
  SteadyTime last_;
  std::string trouble_;
  std::size_t terminals_ = 0;
};

}  // namespace curlew::apps
