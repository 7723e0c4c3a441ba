#include "store/sessions.h"

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

Result<void> read_session(const Query& query, SessionRow& row) {
  return query.read(row.id, row.user, row.mark, row.added, row.last_seen, row.agent,
                    row.address);
}

}  // namespace

Result<model::SessionId> Sessions::add(const SessionRow& row) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto id, add_to_counter(db_, kSessionIdCounter, 1));
  TRY(Query::run(db_,
                 "INSERT INTO sessions (id, user_id, mark, added, last_seen, agent,"
                 " address) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                 id, row.user, row.mark, row.added, row.last_seen, row.agent,
                 row.address));
  TRY(transaction.commit());
  return model::SessionId{id};
}

Result<std::optional<SessionRow>> Sessions::find(std::string_view mark,
                                                 LivingSince since) {
  Query query(db_,
              "SELECT id, user_id, mark, added, last_seen, agent, address FROM sessions"
              " WHERE mark = $1 AND added > $2 AND last_seen > $3",
              mark, since.added, since.seen);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<SessionRow> row;
  if (found) TRY(read_session(query, row.emplace()));
  return row;
}

Result<std::vector<SessionRow>> Sessions::of_user(model::UserId user,
                                                  LivingSince since) {
  Query query(db_,
              "SELECT id, user_id, mark, added, last_seen, agent, address FROM sessions"
              " WHERE user_id = $1 AND added > $2 AND last_seen > $3 ORDER BY id DESC",
              user, since.added, since.seen);
  std::vector<SessionRow> rows;
  TRY(query.each([&] { return read_session(query, rows.emplace_back()); }));
  return rows;
}

Result<std::vector<model::SessionId>> Sessions::living(
    std::span<const model::SessionId> ids, LivingSince since) {
  Query query(db_,
              "SELECT id FROM sessions WHERE id IN (SELECT value FROM unnest($1) AS "
              "value) AND added > $2"
              " AND last_seen > $3",
              ids, since.added, since.seen);
  std::vector<model::SessionId> found;
  TRY(query.each([&] { return query.read(found.emplace_back()); }));
  return found;
}

Result<void> Sessions::note_seen(model::SessionId id, Time now) {
  // Two may be noted out of order.
  TRY(Query::run(db_,
                 "UPDATE sessions SET last_seen = $1 WHERE id = $2 AND last_seen < $1",
                 now, id));
  return {};
}

Result<bool> Sessions::remove(model::UserId user, model::SessionId id) {
  TRY_ASSIGN(
      const auto removed,
      Query::run(db_, "DELETE FROM sessions WHERE user_id = $1 AND id = $2", user, id));
  return removed > 0;
}

Result<void> Sessions::remove_others(model::UserId user, model::SessionId stays) {
  TRY(Query::run(db_, "DELETE FROM sessions WHERE user_id = $1 AND id <> $2", user,
                 stays));
  return {};
}

Result<void> Sessions::remove_old(LivingSince since) {
  TRY(Query::run(db_, "DELETE FROM sessions WHERE added <= $1 OR last_seen <= $2",
                 since.added, since.seen));
  return {};
}

}  // namespace curlew::store
