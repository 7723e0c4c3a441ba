// What its user asks of the visits to one source.

#pragma once

#include <optional>

#include "base/time.h"
#include "model/publisher_wishes.h"

namespace curlew::model {

struct OwnWishes {
  std::optional<Milliseconds> interval;     // Visit this often, whatever is learned.
  std::optional<Milliseconds> longest_gap;  // Never wait longer.
  QuietTimes quiet;                         // Not at these times.

  bool operator==(const OwnWishes&) const = default;
};

}  // namespace curlew::model
