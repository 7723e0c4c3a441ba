// The queries about the pages of articles. A page is wanted (a row in wanted_pages)
// until it was fetched or given up (a row in pages).

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/visit.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

Result<void> want_page(Database& db, model::ArticleId article, Time due);
Result<std::vector<WantedPage>> pages_due(Database& db, Time now,
                                          model::ArticleId after, std::size_t limit);

// An article that is gone by now is no error.
Result<void> keep_page(Database& db, model::ArticleId article, const model::Page& page,
                       Time fetched);
Result<void> note_page_failure(Database& db, model::ArticleId article,
                               std::string_view error, std::optional<Time> retry);
// Without counting a try.
Result<void> postpone_page(Database& db, model::ArticleId article,
                           std::string_view error, Time retry);

Result<std::optional<std::string>> stored_html(Database& db, model::ArticleId article);

}  // namespace curlew::store
