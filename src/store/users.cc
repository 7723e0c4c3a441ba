#include "store/users.h"

#include <fmt/format.h>

#include "store/counters.h"
#include "store/query.h"
#include "store/watchlists.h"

namespace curlew::store {
namespace {

// The order in which read_user() takes them.
constexpr std::string_view kSelectUser =
    "SELECT id, added, last_active, role, name, mail, time_zone, language, password,"
    " page_token, page_token_mark FROM users ";

Result<void> read_user(const Query& query, UserRow& row) {
  model::User& user = row.user;
  return query.read(user.id, user.added, user.last_active, user.role, user.name,
                    user.mail, user.time_zone, user.language, row.password,
                    row.page.sealed, row.page.mark);
}

Result<std::optional<UserRow>> first_user(Query& query) {
  TRY_ASSIGN(const bool found, query.next());
  std::optional<UserRow> row;
  if (found) TRY(read_user(query, row.emplace()));
  return row;
}

Error no_such_user(model::UserId user) {
  return {ErrorKind::kNotFound, fmt::format("there is no user {}", user.value)};
}

}  // namespace

Result<model::UserId> Users::add(const UserRow& row) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto known, find(row.user.name));
  if (known) {
    return Error{ErrorKind::kExists,
                 fmt::format("there is a user {} already", row.user.name)};
  }
  TRY_ASSIGN(const auto id, add_to_counter(db_, kUserIdCounter, 1));
  const model::User& user = row.user;
  TRY(Query::run(
      db_,
      "INSERT INTO users (id, added, last_active, role, name, mail, time_zone,"
      " language, password, page_token, page_token_mark)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      id, user.added, user.last_active, user.role, user.name, user.mail, user.time_zone,
      user.language, row.password, row.page.sealed, row.page.mark));
  TRY(transaction.commit());
  return model::UserId{id};
}

Result<void> Users::change(const UserRow& row) {
  const model::User& user = row.user;
  TRY_ASSIGN(const auto changed,
             Query::run(db_,
                        "UPDATE users SET role = $1, mail = $2, time_zone = $3,"
                        " language = $4, password = $5, page_token = $6,"
                        " page_token_mark = $7 WHERE id = $8",
                        user.role, user.mail, user.time_zone, user.language,
                        row.password, row.page.sealed, row.page.mark, user.id));
  if (changed == 0) return no_such_user(user.id);
  return {};
}

Result<void> Users::note_active(model::UserId user, Time now) {
  TRY(Query::run(db_, "UPDATE users SET last_active = $1 WHERE id = $2", now, user));
  return {};
}

Result<void> Users::remove(model::UserId user) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto removed,
             Query::run(db_, "DELETE FROM users WHERE id = $1", user));
  if (removed == 0) return no_such_user(user);
  Watchlists watchlists(db_);
  TRY_ASSIGN(const auto lists, watchlists.ids_of(user));
  TRY(watchlists.remove(lists));
  for (const std::string_view sql : {"DELETE FROM subscriptions WHERE user_id = $1",
                                     "DELETE FROM article_states WHERE user_id = $1",
                                     "DELETE FROM deliveries WHERE user_id = $1",
                                     "DELETE FROM sessions WHERE user_id = $1",
                                     "DELETE FROM access_keys WHERE user_id = $1",
                                     "DELETE FROM entry_links WHERE user_id = $1"}) {
    TRY(Query::run(db_, sql, user));
  }
  return transaction.commit();
}

Result<std::optional<UserRow>> Users::find(std::string_view name) {
  static const std::string sql = std::string(kSelectUser) + "WHERE name = $1";
  Query query(db_, sql, name);
  return first_user(query);
}

Result<std::optional<UserRow>> Users::find(model::UserId user) {
  static const std::string sql = std::string(kSelectUser) + "WHERE id = $1";
  Query query(db_, sql, user);
  return first_user(query);
}

Result<std::optional<UserRow>> Users::find_by_page(std::string_view mark) {
  static const std::string sql =
      std::string(kSelectUser) + "WHERE page_token_mark = $1";
  Query query(db_, sql, mark);
  return first_user(query);
}

Result<std::vector<UserRow>> Users::list() {
  static const std::string sql = std::string(kSelectUser) + "ORDER BY name";
  Query query(db_, sql);
  std::vector<UserRow> rows;
  TRY(query.each([&] { return read_user(query, rows.emplace_back()); }));
  return rows;
}

Result<std::int64_t> Users::count() {
  Query query(db_, "SELECT count(*) FROM users");
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<bool> Users::can_administrator_log_in() {
  Query query(db_,
              "SELECT 1 FROM users WHERE role = 'admin' AND password <> '' LIMIT 1");
  return query.next();
}

}  // namespace curlew::store
