// The queries about the crawl log.

#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/visit.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// False when a visit with that id is in the log already.
Result<bool> insert_visit(Database& db, const model::VisitReport& report,
                          std::uint32_t new_articles);
// Newest first.
Result<std::vector<VisitRow>> newest_visits(Database& db, model::SourceId source,
                                            std::size_t limit);
// Of all sources, ordered since then; see CentralStore::latest_visits().
Result<std::vector<VisitRow>> newest_visits(Database& db, Time since,
                                            std::size_t limit);
// Newest first; see CentralStore::recent_downloads().
Result<std::vector<DownloadRow>> downloads_since(Database& db, Time since,
                                                 std::size_t limit);
Result<void> update_median(Database& db, model::VisitId visit,
                           std::int64_t median_milli);
// The beginning of the oldest of the newest `days` days with visits; all of them if
// there are fewer.
Result<Time> oldest_visit_day(Database& db, std::size_t days);
// At most `limit` of the oldest; returns how many.
Result<std::int64_t> delete_visits(Database& db, Time before, std::int64_t limit);

}  // namespace curlew::store
