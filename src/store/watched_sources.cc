#include "store/watched_sources.h"

#include <fmt/format.h>

#include <string>

#include "base/ascii.h"
#include "store/counters.h"
#include "store/header_lines.h"
#include "store/query.h"
#include "store/sources.h"

namespace curlew::store {
namespace {

// The order in which read_watched() takes them.
constexpr std::string_view kSelectSource =
    "SELECT s.id, s.kind, s.state, s.added, s.fetch_pages, s.own_interval_ms, s.url,"
    " s.title, s.site_url, s.folder, s.language, s.headers, s.basic_credentials,"
    " s.bearer_token, s.proxy, c.next_due, c.last_visit, c.last_success, c.last_new,"
    " c.not_before, c.failures, c.moved_seen, c.last_outcome, c.policy_state,"
    " c.last_error, c.moved_to, s.objective, s.longest_gap_ms, s.quiet_hours,"
    " s.quiet_weekdays, c.due_reason, s.rendering, s.rules, s.subscribers,"
    " s.activity_percent, c.last_status, c.last_remark, c.asked"
    " FROM sources s JOIN schedule c ON c.source_id = s.id ";

Result<WatchedSource> read_watched(const Query& query) {
  WatchedSource watched;
  auto& [source, schedule] = watched;
  std::string_view headers;
  TRY(query.read(source.id, source.kind, source.state, source.added, source.fetch_pages,
                 source.wishes.interval, source.url, source.title, source.site_url,
                 source.folder, source.language, headers,
                 source.request.basic_credentials, source.request.bearer_token,
                 source.request.proxy, schedule.next_due, schedule.last_visit,
                 schedule.last_success, schedule.last_new, schedule.not_before,
                 schedule.failures, schedule.moved_seen, schedule.last_outcome,
                 schedule.policy_state, schedule.last_error, schedule.moved_to,
                 source.objective, source.wishes.longest_gap, source.wishes.quiet.hours,
                 source.wishes.quiet.weekdays, schedule.due_reason, source.rendering,
                 source.rules, source.audience.subscribers,
                 source.audience.activity_percent, schedule.last_status,
                 schedule.last_remark, schedule.asked));
  source.request.headers = parse_lines(headers);
  schedule.source = source.id;
  return watched;
}

Result<std::vector<WatchedSource>> read_all(Query& query) {
  std::vector<WatchedSource> all;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return all;
    TRY_ASSIGN(auto watched, read_watched(query));
    all.push_back(std::move(watched));
  }
}

Result<std::optional<WatchedSource>> read_first(Query& query) {
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return std::optional<WatchedSource>();
  TRY_ASSIGN(auto watched, read_watched(query));
  return std::optional(std::move(watched));
}

std::string select(std::string_view rest) {
  return std::string(kSelectSource).append(rest);
}

Result<std::vector<WatchedSource>> due_before(Database& db, Time time,
                                              std::size_t limit) {
  static const std::string sql = select(
      "WHERE c.next_due <= $1 AND s.state IN ('active', 'failing')"
      " ORDER BY c.next_due, s.id LIMIT $2");
  Query query(db, sql, time, to_limit(limit));
  return read_all(query);
}

// Who waits for his rank is not late: others were worth more.
Result<std::vector<WatchedSource>> late_since(Database& db, Time time,
                                              std::size_t limit) {
  static const std::string sql = select(
      "WHERE c.next_due <= $1 AND s.state IN ('active', 'failing')"
      " AND c.due_reason <> 'rank' ORDER BY c.next_due, s.id LIMIT $2");
  Query query(db, sql, time, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> due_after(Database& db, Time time,
                                             std::size_t limit) {
  static const std::string sql = select(
      "WHERE c.next_due > $1 AND s.state IN ('active', 'failing')"
      " ORDER BY c.next_due, s.id LIMIT $2");
  Query query(db, sql, time, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> in_state(Database& db, model::SourceState state,
                                            std::size_t limit) {
  static const std::string sql =
      select("WHERE s.state = $1 ORDER BY lower(s.title), s.id LIMIT $2");
  Query query(db, sql, state, to_limit(limit));
  return read_all(query);
}

// A paused one is left alone, by its user too.
Result<std::vector<WatchedSource>> with_problem(Database& db, std::size_t limit) {
  static const std::string sql = select(
      "WHERE c.has_problem = 1 AND s.state <> 'paused'"
      " ORDER BY lower(s.title), s.id LIMIT $1");
  Query query(db, sql, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> in_any_state(Database& db, std::size_t limit) {
  static const std::string sql = select("ORDER BY lower(s.title), s.id LIMIT $1");
  Query query(db, sql, to_limit(limit));
  return read_all(query);
}

// All that planning needs of the changed ones, the oldest change first.
Result<std::vector<PlannedSource>> changed_since(Database& db, Revision since,
                                                 std::size_t limit, Revision& last) {
  Query query(db,
              "SELECT s.revision, s.id, s.state, s.added, s.own_interval_ms, s.url,"
              " s.objective, s.longest_gap_ms, s.quiet_hours, s.quiet_weekdays,"
              " s.subscribers, s.activity_percent,"
              " c.next_due, c.last_visit, c.last_success, c.not_before, c.failures,"
              " c.policy_state, c.asked"
              " FROM sources s JOIN schedule c ON c.source_id = s.id"
              " WHERE s.revision > $1 ORDER BY s.revision LIMIT $2",
              since, to_limit(limit));
  std::vector<PlannedSource> changed;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return changed;
    PlannedSource& row = changed.emplace_back();
    TRY(query.read(last, row.id, row.state, row.added, row.wishes.interval, row.url,
                   row.objective, row.wishes.longest_gap, row.wishes.quiet.hours,
                   row.wishes.quiet.weekdays, row.audience.subscribers,
                   row.audience.activity_percent, row.next_due, row.last_visit,
                   row.last_success, row.not_before, row.failures, row.policy_state,
                   row.asked));
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

}  // namespace

Result<std::optional<WatchedSource>> watched_source(Database& db,
                                                    std::string_view url) {
  static const std::string sql = select("WHERE s.id = $1");
  TRY_ASSIGN(const auto id, source_with_url(db, url));
  if (!id) return std::optional<WatchedSource>();
  Query query(db, sql, *id);
  return read_first(query);
}

Result<std::optional<WatchedSource>> watched_source(Database& db, model::SourceId id) {
  static const std::string sql = select("WHERE s.id = $1");
  Query query(db, sql, id);
  return read_first(query);
}

Result<std::vector<WatchedSource>> sources_by_name(Database& db, std::string_view word,
                                                   std::size_t limit) {
  // The schemes in full: 'http%://' would find addresses within a query, too. LIKE
  // folds ASCII letters only in SQLite; a title in another script is found as it is
  // written.
  static const std::string sql = select(
      "WHERE lower(s.url) LIKE 'http://' || $1 || '/%' ESCAPE '\\'"
      " OR lower(s.url) LIKE 'https://' || $1 || '/%' ESCAPE '\\'"
      " OR lower(s.url) LIKE 'http://' || $1 || ':%' ESCAPE '\\'"
      " OR lower(s.url) LIKE 'https://' || $1 || ':%' ESCAPE '\\'"
      " OR s.title LIKE '%' || $1 || '%' ESCAPE '\\'"
      " ORDER BY s.id LIMIT $2");
  std::string pattern;
  for (const char c : word) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += to_ascii_lower(c);
  }
  Query query(db, sql, pattern, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> watched_sources(Database& db, SourceFilter filter,
                                                   Time now, Milliseconds late_after,
                                                   std::size_t limit) {
  switch (filter) {
    case SourceFilter::kAll:
      return in_any_state(db, limit);
    case SourceFilter::kDue:
      return due_before(db, now, limit);
    case SourceFilter::kLate:
      return late_since(db, now - late_after, limit);
    case SourceFilter::kComing:
      return due_after(db, now, limit);
    case SourceFilter::kProblem:
      return with_problem(db, limit);
    case SourceFilter::kFailing:
      return in_state(db, model::SourceState::kFailing, limit);
    case SourceFilter::kPaused:
      return in_state(db, model::SourceState::kPaused, limit);
    case SourceFilter::kGone:
      return in_state(db, model::SourceState::kGone, limit);
    case SourceFilter::kStopped:
      return in_state(db, model::SourceState::kStopped, limit);
  }
  return std::vector<WatchedSource>();
}

Result<std::vector<WatchedSource>> watched_sources_in(Database& db,
                                                      std::string_view folder,
                                                      std::size_t skip,
                                                      std::size_t limit) {
  if (folder.empty()) {
    static const std::string sql =
        select("ORDER BY s.folder, lower(s.title), s.id LIMIT $1 OFFSET $2");
    Query query(db, sql, to_limit(limit), to_limit(skip));
    return read_all(query);
  }
  static const std::string sql =
      select(fmt::format("WHERE {} ORDER BY s.folder, lower(s.title), s.id"
                         " LIMIT $2 OFFSET $3",
                         kInFolder));
  Query query(db, sql, folder, to_limit(limit), to_limit(skip));
  return read_all(query);
}

Result<std::vector<FolderRow>> count_folders(Database& db) {
  Query query(db,
              "SELECT folder, count(*) FROM sources GROUP BY folder ORDER BY folder");
  std::vector<FolderRow> folders;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return folders;
    FolderRow& row = folders.emplace_back();
    TRY(query.read(row.name, row.sources));
  }
}

Result<SourceChanges> source_changes(Database& db, Revision since, std::size_t limit) {
  SourceChanges changes;
  TRY_ASSIGN(changes.revision, read_counter(db, kRevisionCounter));
  if (changes.revision == since) return changes;
  // Again, in one snapshot with the rows.
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  TRY_ASSIGN(changes.revision, read_counter(db, kRevisionCounter));
  Revision last = 0;
  TRY_ASSIGN(changes.changed, changed_since(db, since, limit, last));
  changes.has_more = changes.changed.size() == limit;
  // Every change has a revision of its own: the next part begins behind this one.
  if (changes.has_more) changes.revision = last;
  // To one who knows nothing, nothing was removed.
  if (since == 0) return changes;
  TRY_ASSIGN(changes.removed, removed_between(db, since, changes.revision));
  return changes;
}

}  // namespace curlew::store
