#include "store/source_slice.h"

#include <fmt/format.h>

#include <limits>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "model/due_reason.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// Source `s`, its schedule `c` and the user's subscription `t`.
constexpr std::string_view kFromSources =
    " FROM sources s JOIN schedule c ON c.source_id = s.id LEFT JOIN subscriptions t"
    " ON t.user_id = $1 AND t.source_id = s.id ";

// Of which SourceFilter; $6 is a time, $7 the reason of what is never late.
std::string filter_sql(SourceFilter filter) {
  const std::string visited = fmt::format("s.state IN {} AND {} AND c.due_reason <> $7",
                                          states_where(model::is_visited), kHasVisits);
  switch (filter) {
    case SourceFilter::kDue:
    case SourceFilter::kLate:
      return " AND c.next_due <= $6 AND " + visited;
    case SourceFilter::kComing:
      return " AND c.next_due > $6 AND " + visited;
    case SourceFilter::kProblem:
      return fmt::format(
          " AND c.has_problem = 1 AND s.state IN {} AND"
          " CAST($6 AS BIGINT) IS NOT NULL AND $7 <> ''",
          states_where(model::are_problems_shown));
    default:
      return " AND CAST($6 AS BIGINT) IS NOT NULL AND $7 <> ''";
  }
}

std::string where_sql(SourceFilter filter) {
  return fmt::format(
      "WHERE ($1 = 0 OR s.is_shared = 1 OR t.user_id IS NOT NULL)"
      " AND ($2 = '' OR s.state = $2) AND ($3 = '' OR s.kind = $3)"
      " AND ($4 = '' OR coalesce(nullif(t.folder, ''), s.folder) = $4 OR"
      " substr(coalesce(nullif(t.folder, ''), s.folder), 1, length($4) + 1)"
      " = $4 || '/')"
      " AND ($5 = '' OR lower(s.title) LIKE $5 ESCAPE '!' OR lower(s.url) LIKE $5"
      " ESCAPE '!' OR lower(coalesce(t.title, '')) LIKE $5 ESCAPE '!'){} ",
      filter_sql(filter));
}

// What follows the conditions: behind $8 (and $9 in a folder) and source $10.
std::string_view order_sql(SourceOrder order) {
  switch (order) {
    case SourceOrder::kTitle:
      return "AND lower(s.title) >= $8 AND $9 <> ' '"
             " AND (lower(s.title) > $8 OR s.id > $10)"
             " ORDER BY lower(s.title), s.id LIMIT $11";
    case SourceOrder::kFolder:
      return "AND s.folder >= $8 AND (s.folder > $8 OR lower(s.title) > $9"
             " OR (lower(s.title) = $9 AND s.id > $10))"
             " ORDER BY s.folder, lower(s.title), s.id LIMIT $11";
    case SourceOrder::kLastNew:
      return "AND coalesce(c.last_new, 0) <= $8 AND $9 <> ' '"
             " AND (coalesce(c.last_new, 0) < $8 OR c.source_id < $10)"
             " ORDER BY coalesce(c.last_new, 0) DESC, c.source_id DESC LIMIT $11";
    case SourceOrder::kNextDue:
      return "AND c.next_due >= $8 AND $9 <> ' '"
             " AND (c.next_due > $8 OR c.source_id > $10)"
             " ORDER BY c.next_due, c.source_id LIMIT $11";
    case SourceOrder::kFailures:
      return "AND c.failures <= $8 AND $9 <> ' '"
             " AND (c.failures < $8 OR c.source_id < $10)"
             " ORDER BY c.failures DESC, c.source_id DESC LIMIT $11";
  }
  return "";
}

std::string_view key_sql(SourceOrder order) {
  switch (order) {
    case SourceOrder::kTitle:
      return "lower(s.title), '', 0";
    case SourceOrder::kFolder:
      return "s.folder, lower(s.title), 0";
    case SourceOrder::kLastNew:
      return "'', '', coalesce(c.last_new, 0)";
    case SourceOrder::kNextDue:
      return "'', '', c.next_due";
    case SourceOrder::kFailures:
      return "'', '', c.failures";
  }
  return "";
}

bool is_descending(SourceOrder order) {
  return order == SourceOrder::kLastNew || order == SourceOrder::kFailures;
}
bool is_text(SourceOrder order) {
  return order == SourceOrder::kTitle || order == SourceOrder::kFolder;
}

// "%50!%%" of "50%".
std::string pattern_of(std::string_view text) {
  if (text.empty()) return "";
  std::string pattern = "%";
  for (const char c : to_ascii_lower(text)) {
    if (c == '%' || c == '_' || c == '!') pattern += '!';
    pattern += c;
  }
  return pattern + "%";
}

// A choice as parameters $1 to $7.
struct Conditions {
  explicit Conditions(const SourceChoice& choice)
      : user(choice.user),
        state(choice.state ? to_string(*choice.state) : ""),
        kind(choice.kind ? to_string(*choice.kind) : ""),
        folder(choice.folder),
        pattern(pattern_of(choice.text)),
        time(choice.filter == SourceFilter::kLate ? choice.now - choice.late_after
                                                  : choice.now),
        // What is due by its rank is due, and never late.
        never_late(choice.filter == SourceFilter::kLate ? to_string(model::kNeverLate)
                                                        : "none") {}

  model::UserId user;
  std::string_view state;
  std::string_view kind;
  std::string folder;
  std::string pattern;
  Time time;
  std::string_view never_late;
};

SourceKey first_key(SourceOrder order) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  if (is_descending(order)) return {"", "", kMost, {kMost}};
  return {"", "", is_text(order) ? 0 : std::numeric_limits<std::int64_t>::min(), {}};
}

// In the order of `keys`, as the user knows them.
Result<std::vector<WatchedSource>> rows_of(Database& db, model::UserId user,
                                           const std::vector<SourceKey>& keys) {
  std::vector<model::SourceId> ids;
  for (const SourceKey& key : keys) ids.push_back(key.source);
  TRY_ASSIGN(auto found, Sources(db).find(ids));
  std::unordered_map<model::SourceId, WatchedSource*> by_id;
  for (WatchedSource& each : found) by_id[each.source.id] = &each;
  {
    Query query(db,
                "SELECT source_id, title, folder FROM subscriptions WHERE user_id = $1"
                " AND source_id IN (SELECT value FROM unnest($2) AS value)",
                user, ids);
    const auto take = [&]() -> Result<void> {
      model::SourceId id;
      std::string title, folder;
      TRY(query.read(id, title, folder));
      const auto known = by_id.find(id);
      if (known == by_id.end()) return {};
      if (!title.empty()) known->second->source.title = std::move(title);
      if (!folder.empty()) known->second->source.folder = std::move(folder);
      return {};
    };
    TRY(query.each(take));
  }
  std::vector<WatchedSource> rows;
  for (const model::SourceId id : ids) {
    const auto known = by_id.find(id);
    if (known != by_id.end()) rows.push_back(std::move(*known->second));
  }
  return rows;
}

}  // namespace

Result<SourceSlice> slice_sources(Database& db, const SourceChoice& choice,
                                  SourceOrder order,
                                  const std::optional<SourceKey>& after,
                                  std::size_t limit) {
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  const SourceKey begin = after.value_or(first_key(order));
  const Conditions is(choice);
  const std::string sql =
      fmt::format("SELECT s.id, {}{}{}{}", key_sql(order), kFromSources,
                  where_sql(choice.filter), order_sql(order));
  std::vector<SourceKey> keys;
  const auto read = [&](Query& query) {
    return query.each([&] {
      SourceKey& key = keys.emplace_back();
      return query.read(key.source, key.text, key.more, key.number);
    });
  };
  if (is_text(order)) {
    Query query(db, sql, is.user, is.state, is.kind, is.folder, is.pattern, is.time,
                is.never_late, begin.text, begin.more, begin.source,
                to_limit(limit + 1));
    TRY(read(query));
  } else {
    Query query(db, sql, is.user, is.state, is.kind, is.folder, is.pattern, is.time,
                is.never_late, begin.number, begin.more, begin.source,
                to_limit(limit + 1));
    TRY(read(query));
  }
  SourceSlice slice;
  if (keys.size() > limit) {
    keys.resize(limit);
    if (limit > 0) slice.next = keys.back();
  }
  TRY_ASSIGN(slice.rows, rows_of(db, choice.user, keys));
  return slice;
}

Result<std::int64_t> count_sources(Database& db, const SourceChoice& choice) {
  const Conditions is(choice);
  const std::string sql =
      fmt::format("SELECT count(*){}{}", kFromSources, where_sql(choice.filter));
  Query query(db, sql, is.user, is.state, is.kind, is.folder, is.pattern, is.time,
              is.never_late);
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<std::vector<model::SourceId>> sample_sources(Database& db, std::size_t step,
                                                    std::size_t limit) {
  static const std::string sql = fmt::format(
      "SELECT s.id FROM sources s WHERE s.id % $1 = 0 AND s.state IN {}"
      " AND {} LIMIT $2",
      states_where(model::is_visited), kHasVisits);
  std::vector<model::SourceId> ids;
  Query query(db, sql, to_limit(step), to_limit(limit));
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

Result<std::vector<FolderRow>> count_by_folder(Database& db, model::UserId user) {
  if (!user) return Sources(db).folders();
  Query query(db,
              "SELECT coalesce(nullif(t.folder, ''), s.folder), count(*) FROM sources s"
              " LEFT JOIN subscriptions t ON t.user_id = $1 AND t.source_id = s.id"
              " WHERE s.is_shared = 1 OR t.user_id IS NOT NULL GROUP BY 1",
              user);
  std::vector<FolderRow> rows;
  TRY(query.each([&] {
    FolderRow& row = rows.emplace_back();
    return query.read(row.name, row.sources);
  }));
  return rows;
}

}  // namespace curlew::store
