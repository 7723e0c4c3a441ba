// What a feed asked of its readers when it was last read in full. Remembered by the
// terminal, because the many visits that bring nothing new do not repeat it.

#pragma once

#include <cstdint>

#include "base/time.h"

namespace curlew::model {

// When a feed says that it publishes nothing, so that nobody need ask.
struct QuietTimes {
  // Bit h: UTC hour h.
  std::uint32_t hours = 0;
  // Bit d: that weekday; Sunday is 0.
  std::uint8_t weekdays = 0;

  bool operator==(const QuietTimes&) const = default;
};

struct PublisherWishes {
  // Cache-Control or Expires: RFC 9111 §4.3.4 keeps it when a 304 does not state one.
  Milliseconds cache_lifetime{0};
  // RSS ttl or sy:updatePeriod, whichever is longer.
  Milliseconds revisit_after{0};
  // RSS skipHours and skipDays.
  QuietTimes quiet;

  bool operator==(const PublisherWishes&) const = default;
};

}  // namespace curlew::model
