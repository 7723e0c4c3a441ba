#include "store/version_times.h"

#include <fmt/format.h>

#include <functional>

#include "store/query.h"

namespace curlew::store {
namespace {

template <typename Better>
void take_if(std::optional<Time> each, std::optional<Time>& best, Better is_better) {
  if (each && (!best || is_better(*each, *best))) best = each;
}

// A line for each of the documents, of which there is mostly one; `time` names the
// parameter. Parameters stand in their order.
std::string times_of_documents(std::string_view which, std::string_view time) {
  return fmt::format(
      "WITH chosen AS (SELECT d.id FROM documents d WHERE {0})"
      " SELECT (SELECT MIN(seen) FROM versions WHERE document_id = d.id),"
      " (SELECT MAX(seen) FROM versions WHERE document_id = d.id AND seen < {1}),"
      " (SELECT MIN(seen) FROM versions WHERE document_id = d.id AND seen > {1}),"
      " (SELECT MAX(seen) FROM versions WHERE document_id = d.id) FROM chosen d",
      which, time);
}

Result<VersionTimes> read_times(Query query) {
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

}  // namespace

Result<VersionTimes> times_around(Database& database, std::string_view url, Time time,
                                  model::UserId user) {
  static const std::string sql =
      times_of_documents(kVisibleDocument + " AND d.url = $2", "$3");
  return read_times(Query(database, sql, user, url, time));
}

Result<VersionTimes> times_around(Database& database, model::SourceId source,
                                  Time time) {
  static const std::string sql =
      times_of_documents("d.source_id = $1 AND d.article_id = 0", "$2");
  return read_times(Query(database, sql, source, time));
}

}  // namespace curlew::store
