// Has anything been written to a database since?

#pragma once

#include <cstdint>
#include <optional>

#include "store/database.h"

namespace curlew::store {

// A number that is another one whenever another connection, of any program, has
// committed something; to be compared with that of the same connection. Costs a look
// into shared memory. nullopt: not known, as of a server, which has no such number.
std::optional<std::int64_t> data_version(Database& db);

}  // namespace curlew::store
