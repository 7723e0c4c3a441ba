#include "store/status.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "store/counters.h"
#include "store/query.h"
#include "store/source_texts.h"
#include "store/subscriptions.h"

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

Result<std::int64_t> read_count(Query& query) {
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

// What is due, or ill, is little of all, and has an index. The state is asked in a way
// that does not make the planner begin with all sources that are active.
Result<void> count_due(Database& db, model::UserId viewer, Time now,
                       Milliseconds late_after, StatusCounts& counts) {
  static const std::string due = fmt::format(
      "SELECT count(*) FROM schedule c JOIN sources s ON s.id = c.source_id"
      " WHERE {} AND c.next_due <= $2 AND s.state || '' IN {} AND {}",
      kVisibleOrAll, states_where(model::is_visited), kHasVisits);
  static const std::string late = due + " AND c.due_reason <> $3";
  Query due_now(db, due, viewer, now);
  TRY_ASSIGN(counts.due, read_count(due_now));
  Query late_now(db, late, viewer, now - late_after, model::kNeverLate);
  TRY_ASSIGN(counts.late, read_count(late_now));
  return {};
}

Result<void> count_problems(Database& db, model::UserId viewer, StatusCounts& counts) {
  static const std::string sql = fmt::format(
      "SELECT count(*) FROM schedule c JOIN sources s ON s.id = c.source_id"
      " WHERE {} AND c.has_problem = 1 AND s.state || '' IN {}",
      kVisibleOrAll, states_where(model::are_problems_shown));
  Query query(db, sql, viewer);
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

Result<void> count_last_hour(Database& db, const VisibleSources& visible, Time now,
                             StatusCounts& counts) {
  const std::string sql = fmt::format(
      "SELECT count(*), coalesce(sum(v.new_articles), 0) FROM visits v WHERE v.id >= $1"
      " AND {}",
      visible.condition("v.source_id", "$2"));
  const model::VisitId first = model::first_visit_id(now - std::chrono::hours(1));
  Query query(db, sql, first, visible.ids());
  TRY(query.next());
  return query.read(counts.visits_last_hour, counts.new_last_hour);
}

Result<void> count_all_articles(Store& store, StatusCounts& counts) {
  TRY_ASSIGN(counts.articles, read_counter(store.database(), kArticlesCounter));
  Query wanted(store.database(), "SELECT count(*) FROM wanted_pages");
  TRY_ASSIGN(counts.pages_wanted, read_count(wanted));
  return {};
}

Result<void> count_seen_articles(Store& store, model::UserId viewer,
                                 StatusCounts& counts) {
  static const std::string sql = fmt::format(
      "SELECT count(*) FROM {{}} JOIN sources s ON s.id = a.source_id WHERE {}",
      kVisibleSource);
  static const std::string articles = fmt::format(fmt::runtime(sql), "articles a");
  static const std::string pages = fmt::format(
      fmt::runtime(sql), "wanted_pages p JOIN articles a ON a.id = p.article_id");
  Query seen(store.database(), articles, viewer);
  TRY_ASSIGN(counts.articles, read_count(seen));
  Query wanted(store.database(), pages, viewer);
  TRY_ASSIGN(counts.pages_wanted, read_count(wanted));
  return {};
}

// With what is not yet moved from its log into it.
std::int64_t size_of_files(const std::string& file) {
  std::int64_t size = 0;
  for (const char* const end : {"", "-wal", "-shm"}) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file + end, error);
    if (!error) size += static_cast<std::int64_t>(bytes);
  }
  return size;
}

}  // namespace

Result<StoreSize> measure_store(Store& store, const StorePlace& place) {
  StoreSize size;
  Query waiting(store.database(),
                "SELECT count(*) FROM deliveries WHERE state = 'waiting'");
  TRY_ASSIGN(size.outbox, read_count(waiting));
  if (place.url.empty()) {
    size.bytes = size_of_files(place.file);
    return size;
  }
  Query bytes(store.database(), "SELECT pg_database_size(current_database())");
  TRY_ASSIGN(size.bytes, read_count(bytes));
  return size;
}

Result<StatusCounts> count_status(Store& store, Time now, Milliseconds late_after,
                                  model::UserId viewer, Counting counting) {
  SeenOnce seen(store.database(), viewer);
  return count_status(store, now, late_after, viewer, counting, seen);
}

Result<StatusCounts> count_status(Store& store, Time now, Milliseconds late_after,
                                  model::UserId viewer, Counting counting,
                                  SeenOnce& seen) {
  Database& db = store.database();
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  StatusCounts counts;
  TRY_ASSIGN(const auto states, count_states(db, viewer));
  for (const StateCount& each : states) add_state(counts, each.state, each.sources);
  TRY(count_due(db, viewer, now, late_after, counts));
  TRY(count_problems(db, viewer, counts));
  TRY_ASSIGN(const VisibleSources* const visible, seen.get());
  TRY(count_last_hour(db, *visible, now, counts));
  if (viewer) {
    if (counting == Counting::kAll) TRY(count_seen_articles(store, viewer, counts));
  } else {
    TRY(count_all_articles(store, counts));
    TRY(count_set_aside(store, counts));
  }
  return counts;
}

}  // namespace curlew::store
