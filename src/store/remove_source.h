// What goes with a source: its rows in all other tables.

#pragma once

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"
#include "store/sources.h"

namespace curlew::store {

// Within Sources::remove(), in its transaction.
Result<void> remove_what_is_of(Database& db, model::SourceId source,
                               Sources::Records records);

}  // namespace curlew::store
