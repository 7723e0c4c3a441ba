// Reads sources together with what is known about visiting them.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// By its address, or by an alias.
Result<std::optional<WatchedSource>> watched_source(Database& db, std::string_view url);
Result<std::optional<WatchedSource>> watched_source(Database& db, model::SourceId id);
Result<std::vector<WatchedSource>> watched_sources(Database& db, SourceFilter filter,
                                                   Time now, Milliseconds late_after,
                                                   std::size_t limit);
// The condition that source `s` is filed in folder $1, which is not empty, or below it:
// model::is_in_folder() in SQL.
inline constexpr std::string_view kInFolder =
    "(s.folder = $1 OR substr(s.folder, 1, length($1) + 1) = $1 || '/')";
// See CentralStore::sources_in() and folders().
Result<std::vector<WatchedSource>> watched_sources_in(Database& db,
                                                      std::string_view folder,
                                                      std::size_t skip,
                                                      std::size_t limit);
Result<std::vector<FolderRow>> count_folders(Database& db);
// See CentralStore::sources_like().
Result<std::vector<WatchedSource>> sources_by_name(Database& db, std::string_view word,
                                                   std::size_t limit);
// O(changes): called every tick.
Result<SourceChanges> source_changes(Database& db, Revision since, std::size_t limit);

}  // namespace curlew::store
