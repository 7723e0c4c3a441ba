#include "store/query.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew::store {

Result<void> copy_sqlite(const std::string& from, std::uint32_t application_id,
                         const std::string& to) {
  TRY_ASSIGN(const auto database, open_sqlite({.path = from,
                                               .use = FileUse::kReadOnly,
                                               .application_id = application_id}));
  // Not the backup API: it begins anew with every commit of somebody else, and a busy
  // writer would keep it from ever coming to its end. One read transaction holds
  // nobody up, and the copy has no unused pages.
  TRY(Query::run(*database, "VACUUM INTO $1", to));
  return {};
}

}  // namespace curlew::store
