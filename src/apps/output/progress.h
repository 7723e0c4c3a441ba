// A bar on stderr for what takes longer than a second; nothing when stderr is not a
// terminal.

#pragma once

#include <cstddef>
#include <string>

#include "base/clock.h"

namespace curlew::apps {

class Progress {
 public:
  // `clock` must outlive the bar.
  Progress(std::string what, std::size_t total, const Clock& clock);
  // Wipes the bar away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::size_t steps);

 private:
  const std::string what_;
  const std::size_t total_;
  const Clock& clock_;
  const bool is_shown_;
  SteadyTime next_draw_;
  std::size_t done_ = 0;
  bool is_drawn_ = false;
};

}  // namespace curlew::apps
