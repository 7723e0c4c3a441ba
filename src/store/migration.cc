#include "store/migration.h"

#include <fmt/format.h>

#include <string>

namespace curlew::store {
namespace {

int newest(std::span<const Migration> migrations) {
  return migrations.empty() ? 0 : migrations.back().version;
}

Error too_new(const Database& database, int version, int known) {
  return {ErrorKind::kUnsupported,
          fmt::format("{}: written by a newer Curlew (schema {}, this one knows {}); "
                      "use that version, or restore an older backup",
                      database.name(), version, known)};
}

Result<void> apply(Database& database, const Migration& migration) {
  auto applied = database.run_script(std::string(migration.sql));
  if (applied.ok()) return applied;
  return std::move(applied).error().within(
      fmt::format("migration {}", migration.version));
}

}  // namespace

Result<void> migrate(Database& database, std::span<const Migration> migrations) {
  // First without the write lock: nearly always there is nothing to do.
  TRY_ASSIGN(int version, database.schema_version());
  if (version == newest(migrations)) return {};
  TRY_ASSIGN(auto transaction, Transaction::begin(database, Access::kWrite));
  TRY_ASSIGN(version, database.schema_version());
  if (version > newest(migrations)) {
    return too_new(database, version, newest(migrations));
  }
  for (const auto& migration : migrations) {
    if (migration.version <= version) continue;
    TRY(apply(database, migration));
    TRY(database.set_schema_version(migration.version));
  }
  return transaction.commit();
}

Result<void> check_schema(Database& database, std::span<const Migration> migrations) {
  TRY_ASSIGN(const int version, database.schema_version());
  if (version == newest(migrations)) return {};
  if (version > newest(migrations)) {
    return too_new(database, version, newest(migrations));
  }
  return Error{
      ErrorKind::kUnsupported,
      fmt::format("{}: written by an older Curlew (schema {}, this one needs {}); "
                  "`curlew serve` brings it up to date",
                  database.name(), version, newest(migrations))};
}

}  // namespace curlew::store
