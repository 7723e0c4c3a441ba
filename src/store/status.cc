#include "store/status.h"

#include <chrono>
#include <string>
#include <utility>

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

Result<std::int64_t> read_count(Query& query) {
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<void> count_due(Database& db, Time now, Milliseconds late_after,
                       StatusCounts& counts) {
  static const std::string due =
      "SELECT count(*) FROM schedule c JOIN sources s ON s.id = c.source_id"
      " WHERE c.next_due <= $1 AND s.state IN " +
      states_where(model::is_visited);
  static const std::string late = due + " AND c.due_reason <> $2";
  Query due_now(db, due, now);
  TRY_ASSIGN(counts.due, read_count(due_now));
  Query late_now(db, late, now - late_after, model::kNeverLate);
  TRY_ASSIGN(counts.late, read_count(late_now));
  return {};
}

Result<void> count_problems(Database& db, StatusCounts& counts) {
  static const std::string sql =
      "SELECT count(*) FROM schedule c JOIN sources s ON s.id = c.source_id"
      " WHERE c.has_problem = 1 AND s.state IN " +
      states_where(model::are_problems_shown);
  Query query(db, sql);
  TRY_ASSIGN(counts.problems, read_count(query));
  return {};
}

Result<void> count_set_aside(Store& store, StatusCounts& counts) {
  TRY_ASSIGN(counts.set_aside, store.set_aside().count());
  if (counts.set_aside == 0) return {};
  TRY_ASSIGN(auto newest, store.set_aside().newest(1));
  if (!newest.empty()) counts.set_aside_reason = std::move(newest.front().reason);
  return {};
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

Result<StatusCounts> count_status(Store& store, Time now, Milliseconds late_after) {
  Database& db = store.database();
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  StatusCounts counts;
  TRY(count_states(db, counts));
  TRY(count_due(db, now, late_after, counts));
  TRY(count_problems(db, counts));
  TRY(count_last_hour(db, now, counts));
  TRY_ASSIGN(counts.articles, read_counter(db, kArticlesCounter));
  TRY(count_set_aside(store, counts));
  Query wanted(db, "SELECT count(*) FROM wanted_pages");
  TRY_ASSIGN(counts.pages_wanted, read_count(wanted));
  return counts;
}

}  // namespace curlew::store
