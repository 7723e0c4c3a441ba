// The versions of an address, as far as one sees the sources that they are of, and when
// those were seen that matter to whoever looks at one of them. User 0 sees all.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/version.h"
#include "store/database.h"
#include "store/subscriptions.h"

namespace curlew::store {

// The first and the last version, and those beside a moment.
struct VersionTimes {
  std::optional<Time> first;
  std::optional<Time> previous;
  std::optional<Time> next;
  std::optional<Time> last;
};

// Four looks into an index, however many versions there are.
Result<VersionTimes> times_around(Database& database, std::string_view url, Time time,
                                  model::UserId user = {});
// The same of a source itself.
Result<VersionTimes> times_around(Database& database, model::SourceId source,
                                  Time time);

// As Versions::at(); and the times of all, the oldest first, for a TimeMap.
Result<std::optional<model::Version>> version_seen(Database& db, std::string_view url,
                                                   Time time, model::UserId user);
Result<std::vector<Time>> times_seen(Database& db, std::string_view url,
                                     model::UserId user);

// In SQL: does user $1 see the source of document `d`?
inline const std::string kVisibleDocument =
    "($1 = 0 OR EXISTS (SELECT 1 FROM sources s WHERE s.id = d.source_id AND " +
    std::string(kVisibleSource) + "))";

}  // namespace curlew::store
