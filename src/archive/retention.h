// Which versions of a page are kept when not all are: a pure function, so that it can
// be shown before it is done. The newest version and the first one are never dropped,
// so the only one is not either.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace curlew::archive {

// Of versions that are older than `age`, one in each span of `every` is kept: the
// oldest one, so that asking again, later or twice, drops nothing that it would have
// kept.
struct Thinning {
  Milliseconds age;
  Milliseconds every;

  bool operator==(const Thinning&) const = default;
};

// None: all are kept.
using Retention = std::vector<Thinning>;

// "all", or "30d:1d 365d:7d": beyond thirty days one a day, beyond a year one a week.
// kUsage when it is neither, or when a later rule keeps more than an earlier one.
Result<Retention> parse_retention(std::string_view text);

// Whether each of these is kept; `times` ascend.
std::vector<bool> is_kept(const std::vector<Time>& times, Time now,
                          const Retention& retention);

}  // namespace curlew::archive
