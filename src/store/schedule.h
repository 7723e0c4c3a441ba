// The queries that write the schedule back. Reading it: watched_sources.h.

#pragma once

#include "base/result.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// A source that is gone by now is no error.
Result<void> update_schedule(Database& db, const ScheduleRow& row);

}  // namespace curlew::store
