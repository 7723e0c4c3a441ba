// The end of a list's notices. The list stays, with its feed and its place on its
// user's page.

#pragma once

#include "base/result.h"
#include "base/time.h"
#include "store/store.h"

namespace curlew::service {

// Takes all that belongs to a channel out of the row: the caller saves it. What waits
// for a digest is shown and not sent, and notices on their way are given up.
Result<void> switch_channel_off(store::Store& store, store::WatchlistRow& row);

// What the change from `before` to `row`, which the caller saves, means for what waits:
// clips go at once when no digest would send them any more, and notices when the
// channel that failed is another one now.
Result<void> settle_waiting(store::Store& store, const store::WatchlistRow& before,
                            store::WatchlistRow& row, Time now);

}  // namespace curlew::service
