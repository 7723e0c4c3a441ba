// Answers a question from all segments and from what waits for one.

#pragma once

#include "base/result.h"
#include "store/database.h"
#include "store/search_index.h"

namespace curlew::store {

// While it runs, everything is read as of one moment.
Result<SearchAnswer> find_articles(Database& db, const SearchRequest& request);

}  // namespace curlew::store
