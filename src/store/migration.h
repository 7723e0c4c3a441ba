// Brings a database to the present schema. Migrations are the numbered files of
// migrations/, built into the program; each runs once, in order, all in one
// transaction, so that a crash leaves the old schema or the new one.

#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace curlew::store {

struct Migration {
  // Each greater than the one before.
  int version;
  std::string_view sql;
};

// Those of the central database, generated from migrations/*.sql by the build.
std::span<const Migration> central_migrations();

// kUnsupported when the database is newer than the last migration.
Result<void> migrate(Database& database, std::span<const Migration> migrations);
// For readers, who may not migrate: kUnsupported unless the schema is the present one.
Result<void> check_schema(Database& database, std::span<const Migration> migrations);

}  // namespace curlew::store
