#include "store/schedule.h"

#include "store/query.h"

namespace curlew::store {

Result<void> update_schedule(Database& db, const ScheduleRow& row) {
  TRY(Query::run(
      db,
      "UPDATE schedule SET next_due = $1, last_visit = $2, last_success = $3,"
      " last_new = $4, not_before = $5, failures = $6, moved_seen = $7,"
      " last_outcome = $8, policy_state = $9, last_error = $10,"
      " moved_to = $11 WHERE source_id = $12",
      row.next_due, row.last_visit, row.last_success, row.last_new, row.not_before,
      row.failures, row.moved_seen, row.last_outcome, Blob{row.policy_state},
      row.last_error, row.moved_to, row.source));
  return {};
}

}  // namespace curlew::store
