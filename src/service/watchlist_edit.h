// From what a user says of a list to its row: checked, its secrets sealed, its next
// digest set. watchlists.h saves it.

#pragma once

#include <cstddef>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "model/user.h"
#include "service/watchlists.h"
#include "store/watchlists.h"

namespace curlew::service {

inline constexpr std::size_t kLongestListName = 200;
inline constexpr std::size_t kMostQueries = 1'000;

// A list that is not in the store yet, with the address of its feed.
Result<store::WatchlistRow> new_watchlist(const model::User& owner,
                                          const WatchlistEdit& edit,
                                          const KeyReader& key, Time now);
// On an error `row` may be half changed.
Result<void> apply(const WatchlistEdit& edit, const model::User& owner,
                   const KeyReader& key, Time now, store::WatchlistRow& row);

}  // namespace curlew::service
