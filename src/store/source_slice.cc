#include "store/source_slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/due_reason.h"
#include "store/query.h"
#include "store/source_folders.h"
#include "store/source_texts.h"

namespace curlew::store {
namespace {

// Source `s`, its schedule `c` and the user's subscription `t`.
constexpr std::string_view kFromSources =
    " FROM sources s JOIN schedule c ON c.source_id = s.id LEFT JOIN subscriptions t"
    " ON t.user_id = $1 AND t.source_id = s.id ";

// Of which SourceFilter; $6 is a time, $7 the reason of what is never late.
std::string filter_sql(SourceFilter filter) {
  const std::string visited = fmt::format(
      "s.state || '' IN {} AND {}"
      " AND c.due_reason <> $7",
      states_where(model::is_visited), kHasVisits);
  switch (filter) {
    case SourceFilter::kDue:
    case SourceFilter::kLate:
      return " AND c.next_due <= $6 AND " + visited;
    case SourceFilter::kComing:
      return " AND c.next_due > $6 AND " + visited;
    case SourceFilter::kProblem:
      return fmt::format(
          " AND c.has_problem = 1 AND s.state || '' IN {} AND"
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
      " AND ($5 = '' OR EXISTS (SELECT 1 FROM source_texts x WHERE x.source_id = s.id"
      " AND x.text LIKE $5 ESCAPE '!')"
      " OR lower(coalesce(t.title, '')) LIKE $5 ESCAPE '!'){} ",
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

// A choice as parameters $1 to $7.
struct Conditions {
  explicit Conditions(const SourceChoice& choice)
      : user(choice.user),
        state(choice.state ? to_string(*choice.state) : ""),
        kind(choice.kind ? to_string(*choice.kind) : ""),
        folder(choice.folder),
        pattern(text_pattern(choice.text)),
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

// Sources of a folder by their own folder, or by the user's of them.
Result<std::vector<model::SourceId>> in_folder(Database& db,
                                               const SourceChoice& choice) {
  static const std::string own =
      fmt::format("SELECT s.id FROM sources s WHERE {}", kInFolderRange);
  static const std::string his =
      fmt::format("SELECT s.source_id FROM subscriptions s WHERE {} AND s.user_id = $2",
                  kInFolderRange);
  std::vector<model::SourceId> ids;
  {
    Query query(db, own, choice.folder);
    TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  }
  Query query(db, his, choice.folder, choice.user);
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

TextChoice text_choice(const Conditions& is) {
  return {is.user, is.state, is.kind, is.pattern};
}

// Those that fit are at most this many, and are read at once and sorted here; of more,
// every order comes upon some soon.
constexpr std::size_t kFewFitting = 2'000;

// The sources that a choice by number, folder, state or kind comes down to, or all that
// one by text does; nullopt: many.
Result<std::optional<std::vector<model::SourceId>>> fitting_sources(
    Database& db, const SourceChoice& choice) {
  std::optional<std::vector<model::SourceId>> fitting;
  if (!choice.ids.empty()) return std::optional(choice.ids);
  if (!choice.folder.empty()) {
    TRY_ASSIGN(fitting, in_folder(db, choice));
    return fitting;
  }
  if (choice.text.empty() && !choice.state && !choice.kind) return fitting;
  const Conditions is(choice);
  // Texts are read from end to end: once is enough.
  const std::size_t most =
      choice.text.empty() ? kFewFitting + 1 : std::numeric_limits<std::size_t>::max();
  TRY_ASSIGN(auto ids, sources_with_text(db, text_choice(is), most));
  if (choice.text.empty() && ids.size() > kFewFitting) return fitting;
  fitting = std::move(ids);
  if (choice.text.empty() || !choice.user) return fitting;
  TRY_ASSIGN(const auto own, sources_with_own_title(db, text_choice(is)));
  fitting->insert(fitting->end(), own.begin(), own.end());
  return fitting;
}

// All that fit, in no order; only of `few` where there are any.
Result<std::vector<SourceKey>> gather(
    Database& db, const SourceChoice& choice, SourceOrder order,
    const std::optional<std::vector<model::SourceId>>& few) {
  const Conditions is(choice);
  std::vector<SourceKey> keys;
  const auto read = [&](Query& query) {
    return query.each([&] {
      SourceKey& key = keys.emplace_back();
      return query.read(key.source, key.text, key.more, key.number);
    });
  };
  const std::string begin = fmt::format("SELECT s.id, {}{}{}", key_sql(order),
                                        kFromSources, where_sql(choice.filter));
  if (!few) {
    Query query(db, begin + "LIMIT $8", is.user, is.state, is.kind, is.folder,
                is.pattern, is.time, is.never_late, to_limit(kMostGathered));
    TRY(read(query));
    return keys;
  }
  Query query(db,
              begin + "AND s.id IN (SELECT value FROM unnest($8) AS value) LIMIT $9",
              is.user, is.state, is.kind, is.folder, is.pattern, is.time, is.never_late,
              *few, to_limit(kMostGathered));
  TRY(read(query));
  return keys;
}

// As the ORDER BY of order_sql().
bool comes_before(SourceOrder order, const SourceKey& a, const SourceKey& b) {
  if (is_descending(order)) {
    return a.number != b.number ? a.number > b.number : a.source.value > b.source.value;
  }
  if (a.text != b.text) return a.text < b.text;
  if (a.more != b.more) return a.more < b.more;
  return a.number != b.number ? a.number < b.number : a.source.value < b.source.value;
}

Result<std::vector<SourceKey>> keys_behind(Database& db, const SourceChoice& choice,
                                           SourceOrder order, const SourceKey& begin,
                                           std::size_t limit) {
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
                is.never_late, begin.text, begin.more, begin.source, to_limit(limit));
    TRY(read(query));
  } else {
    Query query(db, sql, is.user, is.state, is.kind, is.folder, is.pattern, is.time,
                is.never_late, begin.number, begin.more, begin.source, to_limit(limit));
    TRY(read(query));
  }
  return keys;
}

// Of many that have a text: who has it is known, and the order is walked until there
// are enough of them.
Result<std::vector<SourceKey>> keys_among(Database& db, SourceChoice choice,
                                          SourceOrder order, SourceKey begin,
                                          std::size_t limit,
                                          const std::vector<model::SourceId>& fitting) {
  const std::unordered_set<model::SourceId> meant(fitting.begin(), fitting.end());
  choice.text.clear();
  std::vector<SourceKey> keys;
  for (std::size_t portion = 4 * limit; keys.size() < limit; portion *= 4) {
    TRY_ASSIGN(const auto some, keys_behind(db, choice, order, begin, portion));
    for (const SourceKey& key : some) {
      if (meant.contains(key.source)) keys.push_back(key);
    }
    if (some.size() < portion) break;
    begin = some.back();
  }
  if (keys.size() > limit) keys.resize(limit);
  return keys;
}

}  // namespace

Result<SourceSlice> slice_sources(Database& db, const SourceChoice& choice,
                                  SourceOrder order,
                                  const std::optional<SourceKey>& after,
                                  std::size_t limit) {
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  const SourceKey begin = after.value_or(first_key(order));
  SourceSlice slice;
  std::vector<SourceKey> keys;
  TRY_ASSIGN(const auto fitting, fitting_sources(db, choice));
  const bool is_walked = choice.filter == SourceFilter::kAll && choice.folder.empty() &&
                         choice.ids.empty() &&
                         (!fitting || fitting->size() > kFewFitting);
  if (!is_walked) {
    TRY_ASSIGN(keys, gather(db, choice, order, fitting));
    slice.total = std::int64_t(keys.size());
    std::erase_if(keys, [&](const SourceKey& key) {
      return after && !comes_before(order, begin, key);
    });
    const auto before = [&](const SourceKey& a, const SourceKey& b) {
      return comes_before(order, a, b);
    };
    const std::size_t needed = std::min(limit + 1, keys.size());
    std::partial_sort(keys.begin(), keys.begin() + std::ptrdiff_t(needed), keys.end(),
                      before);
    keys.resize(needed);
  } else if (fitting) {
    TRY_ASSIGN(keys, keys_among(db, choice, order, begin, limit + 1, *fitting));
    slice.total = std::int64_t(fitting->size());
  } else {
    TRY_ASSIGN(keys, keys_behind(db, choice, order, begin, limit + 1));
    const Conditions is(choice);
    TRY_ASSIGN(slice.total, count_source_texts(db, text_choice(is)));
  }
  if (keys.size() > limit) {
    keys.resize(limit);
    if (limit > 0) slice.next = keys.back();
  }
  TRY_ASSIGN(slice.rows, rows_of(db, choice.user, keys));
  return slice;
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

// Those that are shared are counted from their index; then his own are put right, which
// are few.
Result<std::vector<FolderRow>> count_by_folder(Database& db, model::UserId user) {
  if (!user) return Sources(db).folders();
  std::unordered_map<std::string, std::int64_t> counts;
  {
    Query query(db,
                "SELECT folder, count(*) FROM sources WHERE is_shared = 1"
                " GROUP BY folder");
    const auto take = [&]() -> Result<void> {
      std::string folder;
      std::int64_t count = 0;
      TRY(query.read(folder, count));
      counts[folder] = count;
      return {};
    };
    TRY(query.each(take));
  }
  Query query(db,
              "SELECT s.folder, t.folder, s.is_shared FROM subscriptions t"
              " JOIN sources s ON s.id = t.source_id WHERE t.user_id = $1",
              user);
  const auto take = [&]() -> Result<void> {
    std::string folder, own;
    std::int64_t is_shared = 0;
    TRY(query.read(folder, own, is_shared));
    if (is_shared == 1) --counts[folder];
    ++counts[own.empty() ? folder : own];
    return {};
  };
  TRY(query.each(take));
  std::vector<FolderRow> rows;
  for (const auto& [name, count] : counts) {
    if (count > 0) rows.push_back({name, count});
  }
  return rows;
}

}  // namespace curlew::store
