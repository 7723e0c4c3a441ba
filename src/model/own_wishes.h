// What its user asks of the visits to one source.

#pragma once

#include <optional>

#include "base/time.h"
#include "model/publisher_wishes.h"

namespace curlew::model {

struct OwnWishes {
  // Visit this often, whatever is learned.
  std::optional<Milliseconds> interval;
  // Never wait longer.
  std::optional<Milliseconds> longest_gap;
  // Not at these times.
  QuietTimes quiet;

  bool operator==(const OwnWishes&) const = default;
};

}  // namespace curlew::model
