#include "store/version_times.h"

#include "store/query.h"

namespace curlew::store {

Result<VersionTimes> times_around(Database& database, std::string_view url, Time time) {
  Query query(database,
              "SELECT (SELECT MIN(seen) FROM versions WHERE url = $1),"
              " (SELECT MAX(seen) FROM versions WHERE url = $1 AND seen < $2),"
              " (SELECT MIN(seen) FROM versions WHERE url = $1 AND seen > $2),"
              " (SELECT MAX(seen) FROM versions WHERE url = $1)",
              url, time);
  VersionTimes times;
  TRY(query.next());
  TRY(query.read(times.first, times.previous, times.next, times.last));
  return times;
}

}  // namespace curlew::store
