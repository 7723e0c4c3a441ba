// The central store on any database that has a driver.

#pragma once

#include <cstdint>
#include <memory>

#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// Tells a central database from any other SQLite file: "Crlw".
inline constexpr std::uint32_t kCentralMark = 0x43726c77;

// The schema must be there: see migration.h.
std::unique_ptr<CentralStore> make_central_store(std::unique_ptr<Database> database);

}  // namespace curlew::store
