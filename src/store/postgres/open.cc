#include <fmt/format.h>
#include <libpq-fe.h>

#include <memory>
#include <string_view>

#include "store/postgres/connection.h"
#include "store/postgres/postgres_database.h"
#include "store/store.h"

namespace curlew::store {
namespace {

// A database that has tables and none of Curlew's is somebody else's. Curlew's first
// tables come with its mark, in one transaction.
Result<void> check_database_owner(PostgresDatabase& database) {
  TRY_ASSIGN(
      const std::int64_t has_schema,
      database.number("SELECT CASE WHEN current_schema() IS NULL THEN 0 ELSE 1 END"));
  if (has_schema == 0) {
    return Error{ErrorKind::kUsage, database.name() +
                                        ": there is no schema that this user may use; "
                                        "CREATE SCHEMA, or GRANT it the rights to one"};
  }
  TRY_ASSIGN(const std::int64_t is_utf8,
             database.number("SELECT CASE WHEN getdatabaseencoding() = 'UTF8'"
                             " THEN 1 ELSE 0 END"));
  if (is_utf8 == 0) {
    return Error{ErrorKind::kUsage,
                 database.name() +
                     ": this database cannot hold every text; make one with "
                     "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"};
  }
  TRY_ASSIGN(const std::int64_t tables,
             database.number(
                 "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')"
                 " AND relnamespace = current_schema()::regnamespace"));
  TRY_ASSIGN(const int version, database.schema_version());
  if (version > 0 || tables == 0) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: this database belongs to another program ({} tables, "
                           "none of Curlew's); give Curlew a database of its own",
                           database.name(), tables)};
}

}  // namespace

bool is_postgres_url(std::string_view text) {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

// libpq decodes the names of parameters, too: "?p%61ssword=" is one. What stands in the
// place of a port and is not a number is the beginning of a password with a slash.
Result<bool> has_password(const std::string& url) {
  const Error unreadable{
      ErrorKind::kUsage,
      "the address of the PostgreSQL server cannot be read; it looks "
      "like postgres://user@host/database"};
  if (!is_postgres_url(url)) return unreadable;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfoParse(url.c_str(), nullptr), PQconninfoFree);
  if (!options) return unreadable;
  for (const auto* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    const std::string_view name = option->keyword;
    if (name == "password" || name == "sslpassword") return true;
    const std::string_view value = option->val;
    if (name == "port" && value.find_first_not_of("0123456789,") != value.npos) {
      return unreadable;
    }
  }
  return false;
}

Result<std::unique_ptr<Database>> open_postgres(const PostgresOptions& options) {
  auto database = std::make_unique<PostgresDatabase>(options);
  TRY(database->connect());
  TRY(check_database_owner(*database));
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace curlew::store
