// The controller's transaction: see Batch in central_store.h.

#pragma once

#include <memory>

#include "base/result.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// Takes the write lock.
Result<std::unique_ptr<Batch>> begin_batch(Database& db);

}  // namespace curlew::store
