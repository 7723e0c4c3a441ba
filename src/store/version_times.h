// When the versions of an address were seen that matter to whoever looks at one of
// them.

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

namespace curlew::store {

// The first and the last version, and those beside a moment.
struct VersionTimes {
  std::optional<Time> first;
  std::optional<Time> previous;
  std::optional<Time> next;
  std::optional<Time> last;
};

// Four looks into an index, however many versions there are.
Result<VersionTimes> times_around(Database& database, std::string_view url, Time time);

}  // namespace curlew::store
