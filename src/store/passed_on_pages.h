// Pages of focused crawls that pass from one topic to another, or from one page to
// another: a topic goes and others lead to its pages, too; a topic begins to crawl and
// pages about it were found before; an article's page turns out to be a copy of
// another.

#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// All of these in the caller's transaction.

// Pages of `topic` lead to these: if their own topic goes, they are its links. Those
// that are its own, or have another such topic, stay as they are.
Result<void> note_led_to(Database& db, model::SourceId topic,
                         std::span<const model::CrawlPageId> pages);
// The page was rejected or dropped, and is about `topic`, which does not crawl now.
Result<void> note_wanted_by(Database& db, model::SourceId topic,
                            model::CrawlPageId page);
// The topic crawls now: such pages become its links. How many there were.
Result<std::int64_t> take_wanted_pages(Database& db, model::SourceId topic);

// `page` stands for `copy` from now on: it has the article that was made of that, and
// nothing is kept of the copy any more. The article; none: there was none.
Result<model::ArticleId> take_place_of(Database& db, model::CrawlPageId copy,
                                       model::CrawlPageId page);

}  // namespace curlew::store
