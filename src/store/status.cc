#include "store/status.h"

#include <chrono>

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

void add_state(StatusCounts& counts, model::SourceState state, std::int64_t count) {
  counts.sources += count;
  switch (state) {
    case model::SourceState::kActive:
      counts.active = count;
      break;
    case model::SourceState::kPaused:
      counts.paused = count;
      break;
    case model::SourceState::kFailing:
      counts.failing = count;
      break;
    case model::SourceState::kGone:
      counts.gone = count;
      break;
    case model::SourceState::kStopped:
      counts.stopped = count;
      break;
  }
}

Result<void> count_states(Database& db, StatusCounts& counts) {
  Query query(db, "SELECT state, count(*) FROM sources GROUP BY state");
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return {};
    model::SourceState state{};
    std::int64_t count = 0;
    TRY(query.read(state, count));
    add_state(counts, state, count);
  }
}

Result<void> count_due(Database& db, Time now, Milliseconds late_after,
                       StatusCounts& counts) {
  Query query(db,
              // Who waits for his rank is not late: others were worth more.
              "SELECT count(*), coalesce(sum(CASE WHEN c.next_due <= $1"
              " AND c.due_reason <> 'rank' THEN 1 ELSE 0 END), 0)"
              " FROM schedule c JOIN sources s ON s.id = c.source_id"
              " WHERE c.next_due <= $2 AND s.state IN ('active', 'failing')",
              now - late_after, now);
  TRY(query.next());
  return query.read(counts.due, counts.late);
}

Result<void> count_problems(Database& db, StatusCounts& counts) {
  Query query(db,
              "SELECT count(*) FROM schedule c JOIN sources s ON s.id = c.source_id"
              " WHERE c.has_problem = 1 AND s.state <> 'paused'");
  TRY(query.next());
  return query.read(counts.problems);
}

Result<void> count_last_hour(Database& db, Time now, StatusCounts& counts) {
  Query query(db,
              "SELECT count(*), coalesce(sum(new_articles), 0) FROM visits"
              " WHERE id >= $1",
              model::first_visit_id(now - std::chrono::hours(1)));
  TRY(query.next());
  return query.read(counts.visits_last_hour, counts.new_last_hour);
}

}  // namespace

Result<StatusCounts> count_status(Database& db, Time now, Milliseconds late_after) {
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  StatusCounts counts;
  TRY(count_states(db, counts));
  TRY(count_due(db, now, late_after, counts));
  TRY(count_problems(db, counts));
  TRY(count_last_hour(db, now, counts));
  TRY_ASSIGN(counts.articles, read_counter(db, kArticlesCounter));
  Query wanted(db, "SELECT count(*) FROM wanted_pages");
  TRY(wanted.next());
  TRY(wanted.read(counts.pages_wanted));
  return counts;
}

}  // namespace curlew::store
