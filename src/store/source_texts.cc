#include "store/source_texts.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// That user $1 sees the source of text `x`.
constexpr std::string_view kSeesText =
    "($1 = 0 OR x.is_shared = 1 OR EXISTS (SELECT 1 FROM subscriptions seen"
    " WHERE seen.user_id = $1 AND seen.source_id = x.source_id))";

// A TextChoice in $1 to $4.
std::string of_choice(std::string_view what) {
  return fmt::format(
      "SELECT {} FROM source_texts x WHERE {} AND ($2 = '' OR x.state = $2)"
      " AND ($3 = '' OR x.kind = $3) AND ($4 = '' OR x.text LIKE $4 ESCAPE '!')",
      what, kSeesText);
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
  static const std::string sql = of_choice("x.source_id") + " LIMIT $5";
  std::vector<model::SourceId> ids;
  Query query(db, sql, choice.user, choice.state, choice.kind, choice.pattern,
              to_limit(limit));
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

Result<std::int64_t> count_source_texts(Database& db, const TextChoice& choice) {
  static const std::string sql = of_choice("count(*)");
  Query query(db, sql, choice.user, choice.state, choice.kind, choice.pattern);
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<std::vector<StateCount>> count_states(Database& db, model::UserId user) {
  static const std::string sql = fmt::format(
      "SELECT x.state, count(*) FROM source_texts x WHERE {} GROUP BY x.state",
      kSeesText);
  std::vector<StateCount> counts;
  Query query(db, sql, user);
  TRY(query.each([&] {
    StateCount& row = counts.emplace_back();
    return query.read(row.state, row.sources);
  }));
  return counts;
}

Result<std::vector<model::SourceId>> hidden_sources(Database& db, model::UserId user,
                                                    std::size_t limit) {
  std::vector<model::SourceId> ids;
  Query query(db,
              "SELECT x.source_id FROM source_texts x WHERE x.is_shared = 0 AND NOT"
              " EXISTS (SELECT 1 FROM subscriptions seen WHERE seen.user_id = $1"
              " AND seen.source_id = x.source_id) LIMIT $2",
              user, to_limit(limit));
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
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
