#include "store/central_store.h"

#include <utility>

#include "store/migration.h"
#include "store/sql_central_store.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew::store {

Result<std::unique_ptr<CentralStore>> open_sqlite_store(const std::string& path,
                                                        OpenMode mode,
                                                        Milliseconds patience) {
  const bool may_write = mode == OpenMode::kReadWrite;
  TRY_ASSIGN(auto database,
             open_sqlite({.path = path,
                          .use = may_write ? FileUse::kReadWrite : FileUse::kReadOnly,
                          .application_id = kCentralMark,
                          .busy_timeout = patience}));
  TRY(may_write ? migrate(*database, central_migrations())
                : check_schema(*database, central_migrations()));
  return make_central_store(std::move(database));
}

}  // namespace curlew::store
