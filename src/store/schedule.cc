#include "store/schedule.h"

#include "store/query.h"

namespace curlew::store {

Result<void> update_schedule(Database& db, const ScheduleRow& row) {
  TRY(Query::run(
      db,
      "UPDATE schedule SET next_due = $1, last_visit = $2, last_success = $3,"
      " last_new = $4, not_before = $5, failures = $6, moved_seen = $7,"
      " last_outcome = $8, policy_state = $9, last_error = $10,"
      " moved_to = $11, due_reason = $12, last_status = $13, last_remark = $14,"
      " has_problem = $15, asked = $16 WHERE source_id = $17",
      row.next_due, row.last_visit, row.last_success, row.last_new, row.not_before,
      row.failures, row.moved_seen, row.last_outcome, Blob{row.policy_state},
      row.last_error, row.moved_to, row.due_reason, row.last_status, row.last_remark,
      model::is_problem(row.last_outcome, row.last_remark), row.asked, row.source));
  return {};
}

Result<void> write_population(Database& db, const Population& population) {
  TRY(Query::run(db,
                 "INSERT INTO populations (name, saved, state) VALUES ($1, $2, $3)"
                 " ON CONFLICT (name) DO UPDATE"
                 " SET saved = excluded.saved, state = excluded.state",
                 population.name, population.saved, Blob{population.state}));
  return {};
}

Result<std::vector<Population>> read_populations(Database& db) {
  Query query(db, "SELECT name, saved, state FROM populations ORDER BY name");
  std::vector<Population> populations;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return populations;
    Population& row = populations.emplace_back();
    TRY(query.read(row.name, row.saved, row.state));
  }
}

}  // namespace curlew::store
