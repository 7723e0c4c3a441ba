#include "store/schedule.h"

#include <fmt/format.h>

#include <string>
#include <unordered_set>

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// The oldest change first.
Result<std::vector<PlannedSource>> changed_since(Database& db, Revision since,
                                                 std::size_t limit, Revision& last) {
  Query query(
      db,
      "SELECT s.revision, s.id, s.state, s.added, s.own_interval_ms, s.url,"
      " s.objective, s.policy, s.longest_gap_ms, s.quiet_hours, s.quiet_weekdays,"
      " s.subscribers, s.activity_percent,"
      " c.next_due, c.last_visit, c.last_success, c.not_before, c.failures,"
      " c.policy_state, c.asked"
      " FROM sources s JOIN schedule c ON c.source_id = s.id"
      " WHERE s.revision > $1 AND s.kind <> 'topic' ORDER BY s.revision LIMIT $2",
      since, to_limit(limit));
  std::vector<PlannedSource> changed;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return changed;
    PlannedSource& row = changed.emplace_back();
    TRY(query.read(last, row.id, row.state, row.added, row.wishes.interval, row.url,
                   row.aim.objective, row.aim.policy, row.wishes.longest_gap,
                   row.wishes.quiet.hours, row.wishes.quiet.weekdays,
                   row.audience.subscribers, row.audience.activity_percent,
                   row.next_due, row.last_visit, row.last_success, row.not_before,
                   row.failures, row.policy_state, row.asked));
  }
}

Result<std::vector<model::SourceId>> removed_between(Database& db, Revision since,
                                                     Revision until) {
  Query query(db,
              "SELECT source_id FROM removed_sources"
              " WHERE revision > $1 AND revision <= $2 ORDER BY revision",
              since, until);
  std::vector<model::SourceId> removed;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return removed;
    TRY(query.read(removed.emplace_back()));
  }
}

Result<std::vector<model::SourceId>> visited_with_problem(Database& db) {
  static const std::string sql =
      "SELECT c.source_id FROM schedule c JOIN sources s ON s.id = c.source_id"
      " WHERE c.has_problem = 1 AND s.state IN " +
      states_where(model::is_visited);
  Query query(db, sql);
  std::vector<model::SourceId> sources;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return sources;
    TRY(query.read(sources.emplace_back()));
  }
}

// Those that are still there.
Result<std::unordered_set<model::SourceId>> existing(
    Database& db, std::span<const model::SourceId> sources) {
  Query query(db,
              "SELECT id FROM sources"
              " WHERE id IN (SELECT value FROM unnest($1) AS value)",
              sources);
  std::unordered_set<model::SourceId> found;
  while (true) {
    TRY_ASSIGN(const bool is_one, query.next());
    if (!is_one) return found;
    model::SourceId source;
    TRY(query.read(source));
    found.insert(source);
  }
}

}  // namespace

Error no_such_source(const Database& db, model::SourceId source) {
  return {ErrorKind::kNotFound,
          fmt::format("{}: there is no source {}", db.name(), source.value)};
}

Result<SourceChanges> Schedule::changes_since(Revision since, std::size_t limit) {
  SourceChanges changes;
  TRY_ASSIGN(changes.revision, read_counter(db_, kRevisionCounter));
  if (changes.revision == since) return changes;
  // Again, in one snapshot with the rows.
  TRY_ASSIGN(auto snapshot, Transaction::begin(db_, Access::kRead));
  TRY_ASSIGN(changes.revision, read_counter(db_, kRevisionCounter));
  Revision last = 0;
  TRY_ASSIGN(changes.changed, changed_since(db_, since, limit, last));
  changes.has_more = changes.changed.size() == limit;
  // Every change has a revision of its own: the next part begins behind this one.
  if (changes.has_more) changes.revision = last;
  // To one who knows nothing, nothing was removed.
  if (since == 0) return changes;
  TRY_ASSIGN(changes.removed, removed_between(db_, since, changes.revision));
  return changes;
}

Result<std::vector<model::SourceId>> Schedule::with_news(model::SourceId after,
                                                         std::size_t limit) {
  Query query(db_,
              "SELECT source_id FROM schedule WHERE source_id > $1"
              " AND last_new IS NOT NULL ORDER BY source_id LIMIT $2",
              after, to_limit(limit));
  std::vector<model::SourceId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

Result<Revision> Schedule::revision() { return read_counter(db_, kRevisionCounter); }

Result<std::vector<SourceAddress>> Schedule::addresses(
    std::span<const model::SourceId> ids) {
  std::vector<SourceAddress> addresses;
  if (ids.empty()) return addresses;
  Query query(db_,
              "SELECT id, url FROM sources"
              " WHERE id IN (SELECT value FROM unnest($1) AS value)",
              ids);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return addresses;
    SourceAddress& source = addresses.emplace_back();
    TRY(query.read(source.id, source.url));
  }
}

Result<void> Schedule::save(const ScheduleRow& row) {
  return Query::enqueue(
      db_,
      "UPDATE schedule SET next_due = $1, last_visit = $2, last_success = $3,"
      " last_new = $4, not_before = $5, failures = $6, moved_seen = $7,"
      " last_outcome = $8, policy_state = $9, last_error = $10,"
      " moved_to = $11, due_reason = $12, last_status = $13, last_remark = $14,"
      " has_problem = $15, asked = $16, last_note = $17, structural = $18,"
      " textual = $19 WHERE source_id = $20",
      row.next_due, row.last_visit, row.last_success, row.last_new, row.not_before,
      row.failures, row.moved_seen, row.last_outcome, Blob{row.policy_state},
      row.last_error, row.moved_to, row.due_reason, row.last_status, row.last_remark,
      model::is_problem(row.last_outcome, row.last_remark), row.asked, row.last_note,
      row.changes.structural, row.changes.textual, row.source);
}

Result<void> Schedule::ask_visits(std::span<const model::SourceId> sources, Time now) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto known, existing(db_, sources));
  const auto count = static_cast<std::int64_t>(sources.size());
  TRY_ASSIGN(Revision revision, add_to_counter(db_, kRevisionCounter, count));
  revision -= count;
  for (const model::SourceId source : sources) {
    if (!known.contains(source)) return no_such_source(db_, source);
    TRY(Query::enqueue(db_, "UPDATE sources SET revision = $1 WHERE id = $2",
                       ++revision, source));
    TRY(Query::enqueue(db_,
                       "UPDATE schedule SET asked = $1, next_due = $1, due_reason = $2"
                       " WHERE source_id = $3",
                       now, model::DueReason::kAsked, source));
  }
  return transaction.commit();
}

Result<std::int64_t> Schedule::note_fetch_settings(std::int64_t fingerprint, Time now) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const std::int64_t known, read_counter(db_, kFetchSettings));
  if (known == fingerprint) return 0;
  TRY(set_counter(db_, kFetchSettings, fingerprint));
  std::vector<model::SourceId> sources;
  // The first call of all knows nothing of earlier settings.
  if (known != 0) {
    TRY_ASSIGN(sources, visited_with_problem(db_));
    TRY(ask_visits(sources, now));
  }
  TRY(transaction.commit());
  return static_cast<std::int64_t>(sources.size());
}

// One after the other from their index: DISTINCT would read all sources. So would
// SQLite to compare rows: of an index it uses the first column of a comparison alone.
Result<std::vector<model::Aim>> Schedule::aims() {
  constexpr std::string_view kNext =
      "SELECT objective, policy, kind FROM ("
      "SELECT * FROM (SELECT objective, policy, kind FROM sources WHERE objective = $1"
      " AND policy = $2 AND kind > $3 ORDER BY kind LIMIT 1) AS of_policy"
      " UNION ALL SELECT * FROM (SELECT objective, policy, kind FROM sources"
      " WHERE objective = $1 AND policy > $2 ORDER BY policy, kind LIMIT 1)"
      " AS of_objective UNION ALL SELECT * FROM (SELECT objective, policy, kind"
      " FROM sources WHERE objective > $1 ORDER BY objective, policy, kind LIMIT 1)"
      " AS of_others) AS next ORDER BY objective, policy, kind LIMIT 1";
  std::vector<model::Aim> aims;
  std::string objective, policy, kind;
  while (true) {
    Query query(db_, kNext, objective, policy, kind);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return aims;
    model::Aim aim;
    TRY(query.read(aim.objective, aim.policy));
    std::string next_objective, next_policy, next_kind;
    TRY(query.read(next_objective, next_policy, next_kind));
    objective = std::move(next_objective);
    policy = std::move(next_policy);
    kind = std::move(next_kind);
    if (kind == to_string(model::SourceKind::kTopic)) continue;
    if (aims.empty() || aims.back() != aim) aims.push_back(std::move(aim));
  }
}

Result<std::vector<Population>> Schedule::populations() {
  Query query(db_, "SELECT name, saved, state FROM populations ORDER BY name");
  std::vector<Population> populations;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return populations;
    Population& row = populations.emplace_back();
    TRY(query.read(row.name, row.saved, row.state));
  }
}

Result<void> Schedule::save(const Population& population) {
  return Query::enqueue(
      db_,
      "INSERT INTO populations (name, saved, state) VALUES ($1, $2, $3)"
      " ON CONFLICT (name) DO UPDATE"
      " SET saved = excluded.saved, state = excluded.state",
      population.name, population.saved, Blob{population.state});
}

}  // namespace curlew::store
