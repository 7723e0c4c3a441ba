// The counts that the status page shows.

#pragma once

#include "base/result.h"
#include "base/time.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

Result<StatusCounts> count_status(Database& db, Time now, Milliseconds late_after);

}  // namespace curlew::store
