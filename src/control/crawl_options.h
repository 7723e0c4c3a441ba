// How focused crawls go about their work, beside what each topic says.

#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"

namespace curlew::control {

struct CrawlOptions {
  // Between the end of a topic's phase and the beginning of its next one.
  Milliseconds phase_pause = std::chrono::hours(1);
  // Pages in line or under way, of all topics and of one owner.
  std::size_t most_out = 400;
  std::uint32_t most_of_owner = 3;
  // How often it is looked whether topics are paused, resumed or gone. What users
  // change of them otherwise is seen at once.
  Milliseconds look_for_topics{2'000};
};

}  // namespace curlew::control
