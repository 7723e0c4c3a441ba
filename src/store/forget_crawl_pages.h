// Pages of focused crawls that nobody is to know any more: seeds that a user took away,
// and what lies where no topic looks since its rules were changed. Where they are found
// again, they are new.

#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// The seeds of a topic by the names of their addresses (NewCrawlPage::key), those that
// are gone, too.
Result<std::unordered_map<std::uint64_t, model::CrawlPageId>> crawl_seeds(
    Database& db, model::SourceId topic);

// In the caller's transaction. Articles that were made of them stay, with their
// versions.
Result<void> forget_crawl_pages(Database& db,
                                std::span<const model::CrawlPageId> pages);

}  // namespace curlew::store
