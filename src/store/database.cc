#include "store/database.h"

namespace curlew::store {

Result<Transaction> Transaction::begin(Database& database, Access access) {
  if (database.in_transaction() &&
      (access == Access::kRead || database.access_ == Access::kWrite)) {
    return Transaction(nullptr);
  }
  TRY(database.begin(access));
  database.access_ = access;
  return Transaction(&database);
}

Result<void> Transaction::commit() {
  if (!database_) return {};
  TRY(database_->commit());
  database_ = nullptr;
  return {};
}

}  // namespace curlew::store
