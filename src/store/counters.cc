#include "store/counters.h"

#include <fmt/format.h>

#include "store/query.h"

namespace curlew::store {
namespace {

Result<std::int64_t> read_value(Database& db, Query& query, std::string_view name) {
  TRY_ASSIGN(const bool found, query.next());
  if (!found) {
    return Error{ErrorKind::kCorrupt,
                 fmt::format("{}: the counter \"{}\" is missing", db.name(), name)};
  }
  std::int64_t value = 0;
  TRY(query.read(value));
  return value;
}

}  // namespace

Result<std::int64_t> read_counter(Database& db, std::string_view name) {
  Query query(db, "SELECT value FROM counters WHERE name = $1", name);
  return read_value(db, query, name);
}

Result<std::int64_t> add_to_counter(Database& db, std::string_view name,
                                    std::int64_t amount) {
  Query query(db,
              "UPDATE counters SET value = value + $1 WHERE name = $2 RETURNING value",
              amount, name);
  return read_value(db, query, name);
}

Result<void> set_counter(Database& db, std::string_view name, std::int64_t value) {
  TRY(Query::run(db, "UPDATE counters SET value = $1 WHERE name = $2", value, name));
  return {};
}

}  // namespace curlew::store
