#include "store/access_keys.h"

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// The order in which read_access_key() takes them.
constexpr std::string_view kSelectAccessKey =
    "SELECT id, user_id, kind, name, scope, mark, fever_mark, added, last_used"
    " FROM access_keys ";

Result<void> read_access_key(const Query& query, AccessKeyRow& row) {
  return query.read(row.id, row.user, row.kind, row.name, row.scope, row.mark,
                    row.fever_mark, row.added, row.last_used);
}

Result<std::optional<AccessKeyRow>> first_access_key(Query& query) {
  TRY_ASSIGN(const bool found, query.next());
  std::optional<AccessKeyRow> row;
  if (found) TRY(read_access_key(query, row.emplace()));
  return row;
}

}  // namespace

Result<model::AccessKeyId> AccessKeys::add(const AccessKeyRow& row) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto id, add_to_counter(db_, kAccessKeyIdCounter, 1));
  TRY(Query::run(db_,
                 "INSERT INTO access_keys (id, user_id, kind, name, scope, mark,"
                 " fever_mark, added, last_used)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                 id, row.user, row.kind, row.name, row.scope, row.mark, row.fever_mark,
                 row.added, row.last_used));
  TRY(transaction.commit());
  return model::AccessKeyId{id};
}

Result<std::optional<AccessKeyRow>> AccessKeys::find(std::string_view mark) {
  static const std::string sql = std::string(kSelectAccessKey) + "WHERE mark = $1";
  Query query(db_, sql, mark);
  return first_access_key(query);
}

Result<std::optional<AccessKeyRow>> AccessKeys::find_by_fever(
    std::string_view fever_mark) {
  static const std::string sql =
      std::string(kSelectAccessKey) + "WHERE fever_mark = $1 AND kind = 'app'";
  Query query(db_, sql, fever_mark);
  return first_access_key(query);
}

Result<std::vector<AccessKeyRow>> AccessKeys::of_user(model::UserId user,
                                                      model::KeyKind kind) {
  static const std::string sql = std::string(kSelectAccessKey) +
                                 "WHERE user_id = $1 AND kind = $2 ORDER BY id DESC";
  Query query(db_, sql, user, kind);
  std::vector<AccessKeyRow> rows;
  TRY(query.each([&] { return read_access_key(query, rows.emplace_back()); }));
  return rows;
}

Result<std::vector<model::AccessKeyId>> AccessKeys::living(
    std::span<const model::AccessKeyId> ids) {
  Query query(
      db_,
      "SELECT id FROM access_keys WHERE id IN (SELECT value FROM unnest($1) AS value)",
      ids);
  std::vector<model::AccessKeyId> found;
  TRY(query.each([&] { return query.read(found.emplace_back()); }));
  return found;
}

Result<void> AccessKeys::note_used(model::AccessKeyId id, Time now) {
  // Two may be noted out of order.
  TRY(Query::run(db_,
                 "UPDATE access_keys SET last_used = $1 WHERE id = $2"
                 " AND (last_used IS NULL OR last_used < $1)",
                 now, id));
  return {};
}

Result<bool> AccessKeys::remove(model::UserId user, model::KeyKind kind,
                                model::AccessKeyId id) {
  TRY_ASSIGN(const auto removed,
             Query::run(db_,
                        "DELETE FROM access_keys WHERE user_id = $1 AND kind = $2"
                        " AND id = $3",
                        user, kind, id));
  return removed > 0;
}

}  // namespace curlew::store
