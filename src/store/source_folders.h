// Sources by the folders that they are filed in.

#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// The condition that source `s` is filed in folder $1, which is not empty, or below it:
// model::is_in_folder() in SQL, as ranges of an index. '0' comes next to '/'.
inline constexpr std::string_view kInFolderRange =
    "(s.folder = $1 OR (s.folder > $1 || '/' AND s.folder < $1 || '0'))";

// Those that the user sees (0: all) and has in one of these folders themselves, in no
// order, and `limit` of them where there are more.
Result<std::vector<model::SourceId>> sources_in_folders(
    Database& db, model::UserId user, const std::vector<std::string_view>& folders,
    std::size_t limit = std::numeric_limits<std::size_t>::max());

}  // namespace curlew::store
