// Which sources tell of changes of their articles (model::Watching::articles).

#pragma once

#include <span>
#include <unordered_set>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// Of these; most sources do not, and cost nothing but the question.
Result<std::unordered_set<model::SourceId>> telling_sources(
    Database& db, std::span<const model::SourceId> sources);

}  // namespace curlew::store
