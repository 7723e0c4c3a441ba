// The queries that let go of what is not kept any longer. Each is for one short
// transaction: a few hundred rows, so that nobody waits for the write lock.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// At most `limit` of the oldest; returns how many. What tells them from others stays
// behind in forgotten_articles: one that its feed shows still is not new.
Result<std::int64_t> delete_articles(Database& db, const Surplus& surplus,
                                     std::size_t limit);
// A title or address as it stands there.
std::int64_t mark_of(std::string_view text);
// The HTML alone; what was read from it stays with the article.
Result<std::int64_t> delete_html(Database& db, const Surplus& surplus,
                                 std::size_t limit);
// Those that have more articles than that and found one since then.
Result<std::vector<model::SourceId>> sources_beyond(Database& db, std::size_t articles,
                                                    Time found_since);

// When it was never set, the time of the newest visit; the epoch without one.
Result<Time> read_age_clock(Database& db);
Result<void> write_age_clock(Database& db, Time time);

}  // namespace curlew::store
