#include "store/alarms.h"

#include "store/query.h"

namespace curlew::store {

Result<void> Alarms::add(const AlarmRow& alarm) {
  TRY(Query::run(db_,
                 "INSERT INTO alarms (source_id, kind, since) VALUES ($1, $2, $3)"
                 " ON CONFLICT (source_id, kind) DO NOTHING",
                 alarm.source, alarm.kind, alarm.since));
  return {};
}

Result<bool> Alarms::remove(model::SourceId source, std::string_view kind) {
  TRY_ASSIGN(const auto removed,
             Query::run(db_, "DELETE FROM alarms WHERE source_id = $1 AND kind = $2",
                        source, kind));
  return removed > 0;
}

Result<std::vector<AlarmRow>> Alarms::all() {
  Query query(db_,
              "SELECT source_id, kind, since FROM alarms ORDER BY source_id, kind");
  std::vector<AlarmRow> rows;
  TRY(query.each([&] {
    AlarmRow& row = rows.emplace_back();
    return query.read(row.source, row.kind, row.since);
  }));
  return rows;
}

}  // namespace curlew::store
