// The central store on any database that has a driver.

#pragma once

#include <memory>

#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// The schema must be there: see migration.h.
std::unique_ptr<CentralStore> make_central_store(std::unique_ptr<Database> database);

}  // namespace curlew::store
