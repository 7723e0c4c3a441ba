// The queries that write the schedule back, and those about what was learned of all
// sources. Reading the schedule: watched_sources.h.

#pragma once

#include <vector>

#include "base/result.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// A source that is gone by now is no error.
Result<void> update_schedule(Database& db, const ScheduleRow& row);

Result<void> write_population(Database& db, const Population& population);
Result<std::vector<Population>> read_populations(Database& db);

}  // namespace curlew::store
