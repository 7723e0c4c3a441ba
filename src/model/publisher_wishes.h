// What a feed asked of its readers when it was last read in full. Remembered by the
// terminal, because the many visits that bring nothing new do not repeat it.

#pragma once

#include <cstdint>

#include "base/time.h"

namespace curlew::model {

struct PublisherWishes {
  // Cache-Control or Expires: RFC 9111 §4.3.4 keeps it when a 304 does not state one.
  Milliseconds cache_lifetime{0};
  Milliseconds revisit_after{0};  // RSS ttl or sy:updatePeriod, whichever is longer.
  std::uint32_t skip_hours = 0;   // Bit h: nothing is published in UTC hour h.
  std::uint8_t skip_days = 0;     // Bit d: nothing on that weekday; Sunday is 0.

  bool operator==(const PublisherWishes&) const = default;
};

}  // namespace curlew::model
