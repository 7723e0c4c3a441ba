#include "store/sqlite/data_version.h"

#include "store/sqlite/connection.h"

namespace curlew::store {

std::optional<std::int64_t> data_version(Database& db) {
  auto* const sqlite = dynamic_cast<SqliteDatabase*>(&db);
  if (sqlite == nullptr) return std::nullopt;
  const auto number = sqlite->number("PRAGMA data_version");
  return number.ok() ? std::optional(*number) : std::nullopt;
}

}  // namespace curlew::store
