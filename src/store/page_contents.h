// The queries about what pages say.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/ids.h"
#include "model/page.h"
#include "store/database.h"

namespace curlew::store {

// What an earlier reading of the page left is replaced; nullopt removes it.
Result<void> keep_content(Database& db, model::ArticleId article,
                          const std::optional<model::PageContent>& content);

Result<std::optional<model::PageContent>> stored_content(Database& db,
                                                         model::ArticleId article);

Result<void> keep_averages(Database& db, model::SourceId source,
                           const model::PageAverages& averages);
Result<std::optional<model::PageAverages>> stored_averages(Database& db,
                                                           model::SourceId source);

// The beginning of a text for lists: whole words on one line, "…" where it goes on.
std::string excerpt_of(std::string_view text);

}  // namespace curlew::store
