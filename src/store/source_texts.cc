#include "store/source_texts.h"

#include <fmt/format.h>

#include <map>

#include "base/ascii.h"
#include "base/check.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// That user $1 sees the source of text `x`.
constexpr std::string_view kSeesText =
    "($1 = 0 OR x.is_shared = 1 OR EXISTS (SELECT 1 FROM subscriptions seen"
    " WHERE seen.user_id = $1 AND seen.source_id = x.source_id))";

struct TextGroup {
  model::SourceState state = {};
  model::SourceKind kind = {};
  std::int64_t sources = 0;
};

// What `user` sees (0: all), as often as it is so. What is shared is counted from an
// index that has no more than that, in its order; what else he sees are his own few.
Result<std::vector<TextGroup>> count_groups(Database& db, model::UserId user) {
  constexpr std::string_view kAll =
      "SELECT state, kind, count(*) FROM source_texts GROUP BY is_shared, state, kind";
  constexpr std::string_view kShared =
      "SELECT state, kind, count(*) FROM source_texts WHERE is_shared = 1"
      " GROUP BY state, kind";
  constexpr std::string_view kOwn =
      "SELECT x.state, x.kind, count(*) FROM subscriptions t JOIN source_texts x"
      " ON x.source_id = t.source_id WHERE t.user_id = $1 AND x.is_shared = 0"
      " GROUP BY x.state, x.kind";
  std::vector<TextGroup> groups;
  const auto read_all = [&](Query& query) {
    return query.each([&] {
      TextGroup& row = groups.emplace_back();
      return query.read(row.state, row.kind, row.sources);
    });
  };
  Query query(db, user ? kShared : kAll);
  TRY(read_all(query));
  if (!user) return groups;
  Query own(db, kOwn, user);
  TRY(read_all(own));
  return groups;
}

}  // namespace

Result<void> renew_source_texts(Database& db,
                                std::span<const model::SourceId> sources) {
  constexpr std::string_view kSql =
      "INSERT INTO source_texts (source_id, is_shared, state, kind, text)"
      " SELECT id, is_shared, state, kind, lower(title) || '\n' || lower(url)"
      " FROM sources WHERE id IN (SELECT value FROM unnest($1) AS value)"
      " ON CONFLICT (source_id) DO UPDATE SET is_shared = excluded.is_shared,"
      " state = excluded.state, kind = excluded.kind, text = excluded.text";
  if (db.in_transaction()) return Query::enqueue(db, kSql, sources);
  TRY(Query::run(db, kSql, sources));
  return {};
}

std::string text_pattern(std::string_view text) {
  if (text.empty()) return "";
  std::string pattern = "%";
  for (const char c : to_ascii_lower(text)) {
    if (c == '%' || c == '_' || c == '!') pattern += '!';
    pattern += c;
  }
  return pattern + "%";
}

Result<std::vector<model::SourceId>> sources_with_text(Database& db,
                                                       const TextChoice& choice,
                                                       std::size_t limit) {
  std::vector<model::SourceId> ids;
  const auto read_all = [&](Query& query) {
    return query.each([&] { return query.read(ids.emplace_back()); });
  };
  if (!choice.pattern.empty()) {
    static const std::string sql = fmt::format(
        "SELECT x.source_id FROM source_texts x WHERE {} AND ($2 = '' OR x.state = $2)"
        " AND ($3 = '' OR x.kind = $3) AND x.text LIKE $4 ESCAPE '!' LIMIT $5",
        kSeesText);
    Query query(db, sql, choice.user, choice.state, choice.kind, choice.pattern,
                to_limit(limit));
    TRY(read_all(query));
    return ids;
  }
  // As count_groups().
  constexpr std::string_view kFits =
      "($1 = '' OR x.state = $1) AND ($2 = '' OR x.kind = $2)";
  static const std::string all = fmt::format(
      "SELECT x.source_id FROM source_texts x WHERE x.is_shared IN (0, 1) AND {}"
      " LIMIT $3",
      kFits);
  static const std::string shared = fmt::format(
      "SELECT x.source_id FROM source_texts x WHERE x.is_shared = 1 AND {} LIMIT $3",
      kFits);
  static const std::string own = fmt::format(
      "SELECT x.source_id FROM subscriptions t JOIN source_texts x"
      " ON x.source_id = t.source_id WHERE {} AND t.user_id = $3 AND x.is_shared = 0"
      " LIMIT $4",
      kFits);
  Query query(db, choice.user ? shared : all, choice.state, choice.kind,
              to_limit(limit));
  TRY(read_all(query));
  if (!choice.user) return ids;
  Query his(db, own, choice.state, choice.kind, choice.user,
            to_limit(limit - ids.size()));
  TRY(read_all(his));
  return ids;
}

Result<std::int64_t> count_source_texts(Database& db, const TextChoice& choice) {
  CHECK(choice.pattern.empty());
  TRY_ASSIGN(const auto groups, count_groups(db, choice.user));
  std::int64_t count = 0;
  for (const TextGroup& each : groups) {
    const bool is_meant =
        (choice.state.empty() || to_string(each.state) == choice.state) &&
        (choice.kind.empty() || to_string(each.kind) == choice.kind);
    if (is_meant) count += each.sources;
  }
  return count;
}

Result<std::vector<StateCount>> count_states(Database& db, model::UserId user) {
  TRY_ASSIGN(const auto groups, count_groups(db, user));
  std::map<model::SourceState, std::int64_t> sums;
  for (const TextGroup& each : groups) sums[each.state] += each.sources;
  std::vector<StateCount> counts;
  for (const auto& [state, sources] : sums) counts.push_back({state, sources});
  return counts;
}

Result<std::vector<model::SourceId>> sources_with_own_title(Database& db,
                                                            const TextChoice& choice) {
  std::vector<model::SourceId> ids;
  Query query(db,
              "SELECT t.source_id FROM subscriptions t JOIN source_texts x"
              " ON x.source_id = t.source_id WHERE t.user_id = $1"
              " AND ($2 = '' OR x.state = $2) AND ($3 = '' OR x.kind = $3)"
              " AND t.title <> '' AND lower(t.title) LIKE $4 ESCAPE '!'"
              " AND x.text NOT LIKE $4 ESCAPE '!'",
              choice.user, choice.state, choice.kind, choice.pattern);
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

}  // namespace curlew::store
