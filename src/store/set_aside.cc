#include "store/set_aside.h"

#include "store/query.h"

namespace curlew::store {

Result<void> SetAside::add(const SetAsideReport& report, const SetAsideBounds& bounds) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_,
                 "INSERT INTO set_aside_reports (visit_id, source_id, set_aside,"
                 " reason, report) VALUES ($1, $2, $3, $4, $5)"
                 " ON CONFLICT (visit_id) DO UPDATE SET set_aside = $3, reason = $4,"
                 " report = $5",
                 report.visit, report.source, report.at, report.reason,
                 Blob{report.report}));
  TRY(keep_within(bounds));
  return transaction.commit();
}

Result<void> SetAside::keep_within(const SetAsideBounds& bounds) {
  std::vector<model::VisitId> surplus;
  {
    Query query(db_,
                "SELECT visit_id, length(report) FROM set_aside_reports"
                " ORDER BY set_aside DESC, visit_id DESC");
    std::size_t kept = 0;
    Bytes bytes = 0;
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) break;
      model::VisitId visit;
      Bytes size = 0;
      TRY(query.read(visit, size));
      bytes += size;
      const bool fits = ++kept <= bounds.most && bytes <= bounds.most_bytes;
      if (!fits) surplus.push_back(visit);
    }
  }
  if (surplus.empty()) return {};
  TRY(Query::run(db_,
                 "DELETE FROM set_aside_reports"
                 " WHERE visit_id IN (SELECT value FROM unnest($1) AS value)",
                 surplus));
  return {};
}

Result<std::int64_t> SetAside::count() {
  Query query(db_, "SELECT count(*) FROM set_aside_reports");
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<std::vector<SetAsideReport>> SetAside::newest(std::size_t limit) {
  Query query(db_,
              "SELECT visit_id, source_id, set_aside, reason, report"
              " FROM set_aside_reports ORDER BY set_aside DESC, visit_id DESC LIMIT $1",
              to_limit(limit));
  std::vector<SetAsideReport> reports;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return reports;
    SetAsideReport& row = reports.emplace_back();
    TRY(query.read(row.visit, row.source, row.at, row.reason, row.report));
  }
}

}  // namespace curlew::store
