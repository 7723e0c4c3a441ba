// The fetcher's promises, kept in its terminal's cache. What cannot be read or written
// is logged, and treated as not known: the next answer tells.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/clock.h"
#include "fetch/saved_politeness.h"
#include "store/terminal_cache.h"

namespace curlew::control {

// Belongs to the thread of its cache. Both must outlive it.
class KeptPromises final : public fetch::PolitenessStore {
 public:
  KeptPromises(store::TerminalCache& cache, const Clock& clock);

  std::optional<Time> held_until(const std::string& host) override;
  void hold(const std::string& host, Time until) override;
  std::optional<fetch::KeptRobots> robots_of(const std::string& origin) override;
  void keep_robots(const std::string& origin, const fetch::KeptRobots& robots) override;

 private:
  void note(const Result<void>& written);

  store::TerminalCache& cache_;
  const Clock& clock_;
  // Since the last pruning.
  std::size_t writes_ = 0;
};

}  // namespace curlew::control
