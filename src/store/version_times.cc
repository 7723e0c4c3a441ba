#include "store/version_times.h"

#include <functional>

#include "store/query.h"

namespace curlew::store {
namespace {

template <typename Better>
void take_if(std::optional<Time> each, std::optional<Time>& best, Better is_better) {
  if (each && (!best || is_better(*each, *best))) best = each;
}

}  // namespace

Result<VersionTimes> times_around(Database& database, std::string_view url, Time time) {
  // A line for each document of that address, of which there is mostly one.
  Query query(
      database,
      "SELECT (SELECT MIN(seen) FROM versions WHERE document_id = d.id),"
      " (SELECT MAX(seen) FROM versions WHERE document_id = d.id AND seen < $1),"
      " (SELECT MIN(seen) FROM versions WHERE document_id = d.id AND seen > $1),"
      " (SELECT MAX(seen) FROM versions WHERE document_id = d.id)"
      " FROM documents d WHERE d.url = $2",
      time, url);
  VersionTimes times;
  const auto take = [&]() -> Result<void> {
    VersionTimes own;
    TRY(query.read(own.first, own.previous, own.next, own.last));
    take_if(own.first, times.first, std::less());
    take_if(own.previous, times.previous, std::greater());
    take_if(own.next, times.next, std::less());
    take_if(own.last, times.last, std::greater());
    return {};
  };
  TRY(query.each(take));
  return times;
}

}  // namespace curlew::store
